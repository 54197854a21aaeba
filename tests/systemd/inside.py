"""Runs inside the booted userland as root: tries the service and prints what it saw.

It needs nothing but Python and systemd. The last line is printed before the machine is switched off
by the referee's own user; whatever comes before fails with an AssertionError.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

UNIT = "tablet-companion.service"
HOME = Path("/opt/tablet-companion")
STATE = Path("/var/lib/tablet-companion")
TOLD = Path("/run/tablet-companion-update")
SETTINGS = Path("/etc/tablet-companion/settings.toml")
# No screen and no camera in here: the simulated table stands below the drivers.
TRIAL = Path(f"/etc/systemd/system/{UNIT}.d/trial.conf")
SIMULATED = 'camera = "simulated"\nset_up = true\n'
NO_SCREEN = "[Service]\nEnvironment=SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy\n"
HANG = """
import threading, time
from tablet_companion.app.sight import camera
look, begun = camera.CameraSource.look, time.monotonic()
def hangs(self):
    if time.monotonic() - begun > 8:
        threading.Event().wait()
    return look(self)
camera.CameraSource.look = hangs
"""


def run(*words: str, check: bool = True) -> str:
    """Run a command and return what it says."""
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if check and done.returncode:
        raise AssertionError(f"{words}: {done.stdout}{done.stderr}")
    return done.stdout.strip()


def shown(name: str) -> str:
    """Return a property of the unit."""
    return run("systemctl", "show", "--property", name, "--value", UNIT)


def until(true: Callable[[], bool], seconds: float, what: str) -> float:
    """Wait for something and return how long it took."""
    begun = time.monotonic()
    while not true():
        if time.monotonic() - begun > seconds:
            log = run("journalctl", "--unit", UNIT, "--lines", "40", "--no-pager", check=False)
            raise AssertionError(f"not within {seconds} s: {what}; {shown('StatusText')}\n{log}")
        time.sleep(0.02)
    return time.monotonic() - begun


def runs() -> bool:
    """Whether the service has said that it is ready."""
    return shown("ActiveState") == "active"


def restarted(before: str) -> Callable[[], bool]:
    """Return what says whether another process is ready now."""
    return lambda: runs() and shown("MainPID") not in ("0", before)


def report(words: str) -> None:
    """Print one finding."""
    print(words, flush=True)  # noqa: T201 - this is a script


def install(version: str) -> float:
    """Install a version and return how long the table stood still."""
    pid, begun = shown("MainPID"), time.monotonic()
    run("dpkg", "--install", f"/proof/tablet-companion_{version}_all.deb")
    until(restarted(pid), 60, f"version {version} runs")
    return time.monotonic() - begun


def first_start() -> None:
    """A fresh installation runs at once, as its own user, and says how it stands."""
    TRIAL.parent.mkdir(parents=True)
    TRIAL.write_text(NO_SCREEN)
    report(f"installed offline and running after {install('1.0'):.1f} s")
    until(lambda: "the set-up is shown" in shown("StatusText"), 30, "the set-up's pages")
    SETTINGS.write_text(SIMULATED)
    run("systemctl", "restart", UNIT)
    begun, ready = (
        int(shown(f"{name}TimestampMonotonic")) for name in ("ExecMainStart", "ActiveEnter")
    )
    report(f"ready {(ready - begun) / 1e6:.1f} s after the process began")
    assert Path(f"/proc/{shown('MainPID')}").owner() == "tablet-companion"
    until(lambda: "the camera is used" in shown("StatusText"), 30, "a status")
    report(f"status: {shown('StatusText')}")


def costs() -> None:
    """Memory and processor of the running referee, the simulated table's rendering included."""
    pid, ticks = shown("MainPID"), os.sysconf("SC_CLK_TCK")

    def used_s() -> float:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / ticks

    time.sleep(10)
    before = used_s()
    time.sleep(20)
    share = (used_s() - before) / 20
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    resident = next(line.split()[1] for line in status if line.startswith("VmRSS"))
    report(f"running: {share:.0%} of one core, {int(resident) / 1024:.0f} MB, simulation included")


def game_in_progress() -> str:
    """Leave a game under way in the journals and let the service go on with it."""
    run("systemctl", "stop", UNIT)
    name = "tablet-companion"
    moves = run(
        *("runuser", "-u", name, "--", f"{HOME}/.venv/bin/python", "/proof/tests/systemd/game.py"),
        f"{STATE}/journals",
    )
    run("systemctl", "start", UNIT)
    until(lambda: "under way" in shown("StatusText"), 30, "the game goes on")
    report(f"a game in progress is gone on with: {shown('StatusText')}")
    assert f" {moves} moves" in shown("StatusText")
    return moves


def killed() -> None:
    """A killed program comes back."""
    pid = shown("MainPID")
    os.kill(int(pid), signal.SIGKILL)
    report(f"killed: back after {until(restarted(pid), 20, 'a restart'):.1f} s")


def hung_loop() -> None:
    """A program that stands still is ended by the watchdog and comes back."""
    pid = shown("MainPID")
    os.kill(int(pid), signal.SIGSTOP)
    took = until(restarted(pid), 60, "the watchdog")
    report(f"standing still: ended by the watchdog, back after {took:.1f} s")


def hung_camera() -> None:
    """So is one whose loop turns and whose camera's thread hangs."""
    packages = next(HOME.glob(".venv/lib/python3*/site-packages"))
    hang = packages / "hang.py"
    hang.write_text(HANG)
    (packages / "tablet-companion-hang.pth").write_text("import hang\n")
    run("systemctl", "restart", UNIT)
    pid, begun = shown("MainPID"), time.monotonic()
    (packages / "tablet-companion-hang.pth").unlink()
    until(restarted(pid), 90, "the watchdog sees the camera's thread")
    hung_s = time.monotonic() - begun - 8
    log = run("journalctl", "--unit", UNIT, "--no-pager")
    assert "in hangs" in log, "the log says where the thread hung"
    report(f"camera's thread hanging: back {hung_s:.1f} s later; the log says where it hung")


def crash_loop() -> None:
    """Settings that are refused lead to a safe start with the game; mended, to a plain one."""
    run("systemctl", "stop", UNIT)
    SETTINGS.write_text("camera = 3\n")
    run("systemctl", "reset-failed", UNIT, check=False)
    run("systemctl", "start", "--no-block", UNIT)
    took = until(lambda: "no camera is used" in shown("StatusText"), 60, "a safe start")
    report(f"refused settings: safe after {took:.1f} s, {shown('NRestarts')} restarts")
    report(f"status: {shown('StatusText')}")
    assert "under way" in shown("StatusText")
    assert (STATE / "starts.json").exists()
    SETTINGS.write_text(SIMULATED)
    took = until(lambda: not (STATE / "starts.json").exists(), 90, "a minute of running well")
    run("systemctl", "restart", UNIT)
    until(lambda: "the camera is used" in shown("StatusText"), 30, "a plain start")
    report(f"running well for {took:.0f} s: the next start is a plain one")


def update(moves: str) -> None:
    """An update keeps the game."""
    took = install("1.1") if stick() is None else update_from_stick()
    until(lambda: f" {moves} moves" in shown("StatusText"), 30, "the game goes on")
    report(f"updated in {took:.1f} s: {shown('StatusText')}")


def stick() -> Path | None:
    """Return the device of the stick that was plugged in, None where this host has none to lend."""
    return next(Path("/dev").glob("loop[0-9]*"), None)


def ask(unit: str) -> None:
    """Start one of our units as the referee may, which waits for its end."""
    start = ("systemctl", "--no-ask-password", "start", unit)
    run("runuser", "-u", "tablet-companion", "--", *start)


def update_from_stick() -> float:
    """Do what udev's rule and then the key "Update" do; return how long that took."""
    device, begun = stick(), time.monotonic()
    assert device is not None
    run("systemctl", "start", f"tablet-companion-stick@{device.name}.service")
    assert (TOLD / "version").read_text() == "1.1\n", "what is newer is offered"
    ask("tablet-companion-update.service")
    assert (TOLD / "result").read_text() == "updated\n"
    return time.monotonic() - begun


def carried() -> None:
    """Files for a stick are on it once the referee has asked for that; without one it is told."""
    device, left = stick(), STATE / "for-stick" / "report"
    left.mkdir(parents=True)
    (left / "report.zip").write_text("a report")
    ask("tablet-companion-carry.service")
    told = (TOLD / "carried").read_text().strip()
    report(f"a report for a stick: {told}")
    assert told == ("no stick" if device is None else "on the stick")
    if device is not None:
        run("mount", str(device), "/mnt")
        assert Path("/mnt/report/report.zip").read_text() == "a report"
        run("umount", "/mnt")
    shutil.rmtree(left.parent)


def stopped() -> None:
    """Stopping is quick and stays so."""
    begun = time.monotonic()
    run("systemctl", "stop", UNIT)
    report(f"stopped in {time.monotonic() - begun:.1f} s, result {shown('Result')}")
    assert shown("Result") == "success"
    time.sleep(3)
    assert shown("ActiveState") == "inactive"


def removed() -> None:
    """Removing leaves the games, even with the settings gone."""
    run("dpkg", "--purge", "tablet-companion")
    kept = sorted(path.name for path in (STATE / "journals").iterdir())
    report(f"removed: {kept} stay")
    assert kept
    assert not (HOME / ".venv").exists()
    assert not SETTINGS.exists()
    SETTINGS.parent.mkdir(exist_ok=True)
    SETTINGS.write_text(SIMULATED)
    install("1.1")
    until(lambda: "under way" in shown("StatusText"), 30, "the game goes on")
    report(f"installed again: {shown('StatusText')}")


def switched_off() -> None:
    """The referee's user may switch the machine off out of the unit's own sandbox."""
    code = "from hardware.power import switch_off; switch_off(); print(1)"
    command = f'ExecStart={HOME}/.venv/bin/python -c "{code}"'
    TRIAL.write_text(f"{NO_SCREEN}ExecStart=\n{command}\nType=exec\nRestart=no\n")
    run("systemctl", "daemon-reload")
    report("asked to switch off")
    run("systemctl", "restart", UNIT)
    time.sleep(30)
    log = run("journalctl", "--unit", UNIT, "--lines", "10", "--no-pager", check=False)
    report(f"and still on: {log}")


def main() -> None:
    """Try everything."""
    try:
        first_start()
        costs()
        moves = game_in_progress()
        killed()
        hung_loop()
        hung_camera()
        crash_loop()
        update(moves)
        carried()
        stopped()
        removed()
        switched_off()
    except Exception as error:  # noqa: BLE001 - told, and the machine ends with status 1
        report(f"FAILED: {error!r}")
    run("systemctl", "exit", "1", check=False)


if __name__ == "__main__":
    main()
