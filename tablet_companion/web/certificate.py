"""A self-signed certificate, which people tell their browsers to trust."""

from __future__ import annotations

import datetime
import ipaddress
import ssl
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from hardware import formats
from hardware.errors import CompanionError
from hardware.files import write_durably

_YEARS: Final = 10
_BEGINS: Final = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
"""Long ago, because a Pi without a network may begin its day at any date."""


class CertificateError(CompanionError):
    """The certificate cannot be made, kept or used."""


def open_tls(folder: Path, names: Sequence[str]) -> ssl.SSLContext:
    """Return a TLS context with the certificate in a folder, made at the first call.

    To use another one, replace ``certificate.pem``, with its key first. Raises
    CertificateError.
    """
    path = folder / "certificate.pem"
    try:
        if not path.exists():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_durably(path, make_certificate(names), mode=0o600)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        formats.read_bytes(path)  # OpenSSL would wait for ever for somebody to write into a pipe
        context.load_cert_chain(path)
    except (OSError, ValueError, formats.Unusable) as error:  # ssl.SSLError is an OSError
        raise CertificateError(
            f"{path} is not a certificate with its key ({error}); delete it, and a new one is made."
        ) from error
    return context


def make_certificate(names: Sequence[str]) -> bytes:
    """Return a new key and a certificate for these names and addresses, as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Tablet Companion")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_BEGINS)
        .not_valid_after(_BEGINS.replace(year=_BEGINS.year + 2 * _YEARS))
        .add_extension(x509.SubjectAlternativeName([*map(_alternative, names)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return private + certificate.public_bytes(serialization.Encoding.PEM)


def _alternative(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
