"""The settings of one table: which camera, which screen, which pins; one TOML file."""

from tablet_companion.config.reading import (
    parse_settings,
    read_settings,
    safe_settings,
)
from tablet_companion.config.settings import (
    LEAST_SIDE_PX,
    MOST_SIDE_PX,
    TAUGHT,
    ButtonPins,
    ConfigError,
    ControllerSettings,
    GpioSettings,
    MqttSettings,
    ScreenSettings,
    Settings,
    StripSettings,
    VoiceSettings,
    WebSettings,
    data_folder,
    settings_path,
    taught_calibration,
    taught_folder,
)
from tablet_companion.config.writing import (
    change_settings,
    keep_camera,
    keep_turned,
    save_settings,
)

__all__ = [
    "LEAST_SIDE_PX",
    "MOST_SIDE_PX",
    "TAUGHT",
    "ButtonPins",
    "ConfigError",
    "ControllerSettings",
    "GpioSettings",
    "MqttSettings",
    "ScreenSettings",
    "Settings",
    "StripSettings",
    "VoiceSettings",
    "WebSettings",
    "change_settings",
    "data_folder",
    "keep_camera",
    "keep_turned",
    "parse_settings",
    "read_settings",
    "safe_settings",
    "save_settings",
    "settings_path",
    "taught_calibration",
    "taught_folder",
]
