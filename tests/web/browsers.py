"""A real Chromium without a window, as a telephone of some size; skipped where there is none."""

from __future__ import annotations

import shutil
from typing import Any, Final

import pytest

from tests.web.table import ServedTable

SIZES: Final = {"telephone": (390, 760), "small": (360, 600), "tablet": (1024, 768)}


def open_browser(size: tuple[int, int]) -> Any:
    """Open a browser that takes our own certificate; skips the test where none is installed."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        pytest.skip("chromium and chromium-driver are not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in (
        "headless=new",
        "no-sandbox",
        "ignore-certificate-errors",
        "disable-gpu",
        "disable-dev-shm-usage",
    ):
        options.add_argument(f"--{flag}")
    service = webdriver.ChromeService(executable_path=driver)
    browser = webdriver.Chrome(options=options, service=service)
    resize(browser, size)
    return browser


def resize(browser: Any, size: tuple[int, int]) -> None:
    """Give the telephone's page another size."""
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": size[0], "height": size[1], "deviceScaleFactor": 2, "mobile": True},
    )


def join(browser: Any, table: ServedTable, invitation: str) -> None:
    """Open the address of an invitation, as a scanned code does."""
    browser.get(f"{table.address}/#{invitation}")


def tap(browser: Any, at: tuple[float, float]) -> None:
    """Put a finger down on the page."""
    for kind in ("mousePressed", "mouseReleased"):
        browser.execute_cdp_cmd(
            "Input.dispatchMouseEvent",
            {"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1},
        )


def count_pages(browser: Any) -> int:
    """Return how many pages the browser has painted."""
    return int(
        browser.execute_script("return Number(document.querySelector('canvas').dataset.pages ?? 0)")
    )


def read_number(browser: Any) -> int:
    """Return the number, on its line, of the page that the browser has painted last."""
    return int(
        browser.execute_script(
            "return Number(document.querySelector('canvas').dataset.number ?? 0)"
        )
    )


def age_pages(browser: Any) -> None:
    """Let every page seem to have been shown for a second longer: only such keys are heard."""
    browser.execute_script(
        "const now = performance.now.bind(performance); performance.now = () => now() - 1000"
    )


def read_word(browser: Any) -> str:
    """Return what the page says by itself; empty while it shows the table's pages."""
    said: str = browser.execute_script(
        "const w = document.getElementById('word'); return w.hidden ? '' : w.textContent"
    )
    return said


def read_errors(browser: Any) -> list[str]:
    """Return what the browser complains of, a broken rule of the page's own among it."""
    logged = browser.get_log("browser")
    return [one["message"] for one in logged if "favicon.ico" not in one["message"]]
