import { hash, X509Certificate } from 'node:crypto'

/**
 * The `x5t#S256` of a certificate (DER) in bound tokens. Keystone and keystonemiddleware hash the PEM text and pad the result,
 * unlike RFC 8705; we do the same, to be compatible with their tokens.
 */
export const certificateThumbprint = (certificate: Uint8Array): string =>
  hash('sha256', new X509Certificate(certificate).toString(), 'base64')
    .replaceAll('+', '-')
    .replaceAll('/', '_')
