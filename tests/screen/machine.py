"""The pages of the machine itself: what went wrong, cameras, the self-test."""

from __future__ import annotations

from hardware.ports import AvailableCamera, CameraError, CameraTrouble, SwitchStates
from hardware.signals import ACCEPTED, OBJECTION, turn_lamp
from tablet_companion.app.pages import notices
from tablet_companion.games.core import EMPTY, Message, Piece, Place
from tablet_companion.kit import printed
from tablet_companion.referee.model.events import NewGame, SwitchOff
from tablet_companion.referee.pages.panel import build_panel as shown_now
from tablet_companion.screen.pages.cameras import CamerasPanel
from tablet_companion.screen.pages.scenes import Shown
from tablet_companion.screen.pages.trial import Body, CameraBody, TrialPanel
from tablet_companion.screen.toolkit.local import NOTHING, Local
from tablet_companion.screen.toolkit.look import Art
from tablet_companion.screen.toolkit.orders import Corner, Section
from tablet_companion.screen.words.troubles import NO_BOARD, said
from tablet_companion.selfcheck.checks import ALL_S, ASKS, LAMP_S, LIGHT_S, TONE_S, Equipment
from tablet_companion.selfcheck.checkup import Checkup
from tablet_companion.session import keeper as session
from tablet_companion.vision.frame.locating import PlaceInPicture
from tablet_companion.vision.reading import PlaceReading
from tests.referee.bench import Bench

Situation = tuple[Shown, Local]


def list_machine_pages() -> dict[str, Situation]:
    """Return a name, a panel and the screen's own state for every page of the machine."""
    return _troubled() | _cameras() | _trying()


def _troubled() -> dict[str, Situation]:
    bench, off, new = Bench(), Bench(), Bench()
    bench.see(bench.with_moves("T0>T5"), card="5")
    off.touch(SwitchOff())
    new.touch(NewGame())
    reason = "The settings /etc/tablet-companion/settings.toml cannot be read: permission denied."
    blind = bench.table.but(blind="unused")
    name = "000123-agent_dog.journal"
    harmed = Message(session.MENDED, (("count", 123), ("text", f"{name}.harmed")))
    unreadable = Message(session.UNREADABLE, (("text", name),))
    return {
        "unsaved": (notices.make_notice(bench.table, notices.UNSAVED), NOTHING),
        "harmed": (notices.make_notice(bench.table, harmed), NOTHING),
        "unreadable": (notices.make_notice(off.table, unreadable), NOTHING),
        "unsaved_play": (notices.add_notes(bench.panel, notices.note_unsaved(12)), NOTHING),
        "safe": (
            notices.make_notice(bench.table, notices.explain_safe_start(reason, "ConfigError")),
            NOTHING,
        ),
        "safe_play": (shown_now(blind), NOTHING),
        "question_off": (off.panel, NOTHING),
        "question_new": (new.panel, NOTHING),
        "off": (notices.make_farewell(bench.table), NOTHING),
        "off_refused": (notices.make_notice(bench.table, notices.UNMOVED), NOTHING),
    }


def _cameras() -> dict[str, Situation]:
    names = ("imx708_wide", "HD Pro Webcam C920", "USB Live camera", "Integrated Camera")
    own, *others = names
    found = (
        AvailableCamera("picamera2:0", own),
        *(AvailableCamera(f"usb:{2 * n}", name) for n, name in enumerate(others)),
        AvailableCamera("mjpeg:http://telephone.local:8080/video", ""),
    )
    shot = Art((64, 36), bytes((90, 140, 60)) * (64 * 36))
    trouble = said(CameraError("", CameraTrouble.STALLED, text="usb:2", count="5"))
    return {
        "cameras_looking": (CamerasPanel(None, "usb:0"), NOTHING),
        "cameras_none": (CamerasPanel((), "usb:0"), NOTHING),
        "cameras": (CamerasPanel(found[:2], "usb:0", shot), NOTHING),
        "cameras_many": (CamerasPanel(found, "picamera2:0", shot, metered=True), NOTHING),
        "cameras_more": (CamerasPanel(found, "picamera2:0", shot, metered=True), Local(sheet=1)),
        "cameras_trouble": (CamerasPanel(found[:3], "usb:2", trouble=trouble), NOTHING),
    }


SEATS = ("red", "blue", "green", "yellow", "orange", "white", "black", "pink")


def equipment() -> Equipment:
    """Return a table that has everything, with as many players as there can be."""
    places = printed.board("agent_dog").places
    return Equipment(
        (ACCEPTED, OBJECTION, *map(turn_lamp, SEATS)),
        sounds=True,
        buttons=("confirm", "take_back", "referee"),
        lights=tuple(place.name for place in places if place.kind != "nest"),
        switches=tuple(place.name for place in places if place.kind == "hole"),
    )


def _trying() -> dict[str, Situation]:
    def tried(section: Section, body: Body | None) -> TrialPanel:
        return TrialPanel(section, ASKS[section], body)

    def shown(section: Section, now_s: float = 0.0, given: Checkup | None = None) -> TrialPanel:
        at = (given or Checkup(equipment(), 0.0)).turn_to(section, 0.0)
        return tried(section, at.body(now_s))

    holes = equipment().switches
    half = Checkup(equipment(), 0.0, Section.BOARD)
    for closed in (holes[:6], holes[3:6]):
        half = half.with_switches(
            SwitchStates(0.0, {hole: (hole in closed, 0.0) for hole in holes})
        )
    touched = Checkup(equipment(), 0.0, Section.TOUCH).with_touch(Corner.TOP_LEFT)
    pressed = Checkup(equipment(), 0.0, Section.BUTTONS).with_press("take_back")
    all_s = LIGHT_S * len(equipment().lights) + ALL_S / 2
    panels = {
        "trial_lamps": shown(Section.LAMPS, 2.5 * LAMP_S),
        "trial_tones": shown(Section.TONES, 1.5 * TONE_S),
        "trial_buttons": shown(Section.BUTTONS),
        "trial_buttons_pressed": tried(Section.BUTTONS, pressed.body(0.0)),
        "trial_board": tried(Section.BOARD, half.body(7.0)),
        "trial_board_all": tried(Section.BOARD, half.body(all_s)),
        "trial_camera": tried(Section.CAMERA, _sighted()),
        "trial_camera_begins": tried(Section.CAMERA, CameraBody()),
        "trial_camera_lost": tried(Section.CAMERA, CameraBody(_shot(), trouble=Message(NO_BOARD))),
        "trial_touch": shown(Section.TOUCH),
        "trial_touched": tried(Section.TOUCH, touched.body(0.0)),
        "trial_nothing": tried(Section.CAMERA, None),
    }
    return {name: (panel, NOTHING) for name, panel in panels.items()}


def _shot() -> Art:
    return Art((64, 36), bytes((90, 140, 60)) * (64 * 36))


def _sighted() -> CameraBody:
    """Return a picture with a row of places: empty, filled, in doubt, covered."""
    odds = ((EMPTY, 0.99), (Piece("red"), 0.99), (Piece("blue"), 0.6), (EMPTY, 0.5))
    sights = tuple(
        PlaceReading(Place(f"T{n}"), ((piece, likely),), covered=n == 3)
        for n, (piece, likely) in enumerate(odds)
    )
    found = tuple(PlaceInPicture(one, 0.2 + 0.2 * n, 0.3, 0.04) for n, one in enumerate(sights))
    return CameraBody(_shot(), found)
