"""The program as a shell starts it, from its first moment.

Before anything else is imported, which takes a tenth of a second or more, Control-C is made to end
the process as it does afterwards: without a traceback.
"""

import signal


def start() -> None:
    """Load the command line and do what was asked; see ``cli.start``.

    Who starts us with Control-C ignored, as shells do in the background, means it.
    """
    heeded = signal.getsignal(signal.SIGINT)
    if heeded is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from tablet_companion import cli  # noqa: PLC0415 - this is what takes time

    if heeded is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    cli.start()


if __name__ == "__main__":
    start()
