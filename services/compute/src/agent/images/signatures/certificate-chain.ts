import { X509Certificate } from 'node:crypto'
import type { KeptCertificate } from '@nimbo/contracts/compute-rpc/image-signature'
import { errors } from '../../agent-errors.ts'
import { pathLengthOf } from './path-length.ts'

/** Reads a certificate, PEM or DER. Throws `CertificateInvalid`. */
export const readCertificate = ({ id: certificateId, content }: KeptCertificate): X509Certificate => {
  try {
    return new X509Certificate(Buffer.from(content, 'base64'))
  } catch (cause) {
    throw errors.CertificateInvalid({ certificateId, reason: 'It is not an X.509 certificate.' }, { cause })
  }
}

const isValidAt = ({ validFrom, validTo }: X509Certificate, now: number): boolean =>
  Date.parse(validFrom) <= now && now <= Date.parse(validTo)

const isSame = (one: X509Certificate, other: X509Certificate): boolean =>
  one.fingerprint256 === other.fingerprint256

const isIssuer = (issuer: X509Certificate, issued: X509Certificate): boolean =>
  issued.checkIssued(issuer) && issued.verify(issuer.publicKey)

/** The trusted certificates that are valid now and may sign others; invalid certificates are skipped. */
const signersAmong = (trusted: readonly KeptCertificate[], now: number): readonly X509Certificate[] =>
  trusted.flatMap((one) => {
    try {
      const certificate = readCertificate(one)
      return certificate.ca && isValidAt(certificate, now) ? [certificate] : []
    } catch {
      return []
    }
  })

/**
 * Throws `CertificateInvalid` unless a chain of trusted certificates leads from the certificate to a root that is
 * itself trusted, all of them valid now, and each allowed to sign a chain of that length.
 */
export const requireTrusted = (
  base: KeptCertificate,
  trusted: readonly KeptCertificate[],
  now: number,
): void => {
  const refuse = (reason: string) => errors.CertificateInvalid({ certificateId: base.id, reason })
  const certificate = readCertificate(base)
  if (!isValidAt(certificate, now)) throw refuse('The certificate is outside its valid date range.')
  const signers = signersAmong(trusted, now)
  const chain: X509Certificate[] = [certificate]
  for (let last = certificate; ; ) {
    const signer = signers.find((one) => isIssuer(one, last))
    // Certificates that sign each other in a circle have no root.
    if (signer === undefined || chain.length > signers.length + 1)
      throw refuse(
        'Certificate chain building failed. Could not locate the signing certificate for the base certificate in the set of trusted certificates.',
      )
    if (isSame(signer, last)) break
    chain.push(signer)
    last = signer
  }
  // The path length of a signer limits the number of certificates between it and the base certificate.
  const tooShort = chain.findIndex((one, at) => at > 0 && (pathLengthOf(one.raw) ?? at) < at - 1)
  if (tooShort > 0)
    throw refuse(
      'Certificate validation failed. A signing certificate is not configured to support certificate chains of sufficient length.',
    )
}
