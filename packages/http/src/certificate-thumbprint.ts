import { hash, X509Certificate } from 'node:crypto'

/**
 * What a token that is bound to a certificate (DER) says of it: `x5t#S256`. Keystone and keystonemiddleware take it of the PEM text, and
 * pad it, where RFC 8705 has the bytes; services of both are to understand each other's tokens.
 */
export const certificateThumbprint = (certificate: Uint8Array): string =>
  hash('sha256', new X509Certificate(certificate).toString(), 'base64')
    .replaceAll('+', '-')
    .replaceAll('/', '_')
