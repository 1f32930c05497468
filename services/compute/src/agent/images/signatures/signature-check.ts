import { constants, createVerify, type KeyObject } from 'node:crypto'
import type { ImageSignature } from '@nimbo/contracts/compute-rpc/image-signature'
import { errors } from '../../agent-errors.ts'
import { readCertificate, requireTrusted } from './certificate-chain.ts'

/** Receives the data of an image, and verifies its signature at the end. */
export interface SignatureCheck {
  update(data: Buffer): void
  /** Throws `ImageSignatureInvalid`. */
  finish(): void
}

const hashes: Readonly<Record<string, string>> = {
  'SHA-224': 'sha224',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
}

/** The curve of each kind of key; those below 384 bits are not accepted. */
const curves: Readonly<Record<string, string>> = {
  ECC_SECT571K1: 'sect571k1',
  ECC_SECT409K1: 'sect409k1',
  ECC_SECT571R1: 'sect571r1',
  ECC_SECT409R1: 'sect409r1',
  ECC_SECP521R1: 'secp521r1',
  ECC_SECP384R1: 'secp384r1',
}

/** Whether a key has the type that the image names; undefined for an unknown type. */
const isOfType = (keyType: string, key: KeyObject): boolean | undefined => {
  if (keyType === 'RSA-PSS') return key.asymmetricKeyType === 'rsa'
  if (keyType === 'DSA') return key.asymmetricKeyType === 'dsa'
  const curve = Object.hasOwn(curves, keyType) ? curves[keyType] : undefined
  if (curve === undefined) return undefined
  return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === curve
}

const inBase64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/

const pss = {
  padding: constants.RSA_PKCS1_PSS_PADDING,
  saltLength: constants.RSA_PSS_SALTLEN_AUTO,
} as const

/**
 * Verifies an image's signature while it is downloaded, with RSA-PSS, DSA or elliptic curves as Glance documents them. Throws
 * `ImageSignatureInvalid` or `CertificateInvalid` before anything is downloaded if that cannot succeed.
 */
export const signatureCheck = (
  imageId: string,
  signature: ImageSignature,
  { now }: { readonly now: number },
): SignatureCheck => {
  const refuse = (reason: string) => errors.ImageSignatureInvalid({ imageId, reason })
  if ('problem' in signature) throw refuse(signature.problem)
  const hash = Object.hasOwn(hashes, signature.hashMethod) ? hashes[signature.hashMethod] : undefined
  if (hash === undefined) throw refuse(`Invalid signature hash method: ${signature.hashMethod}`)
  if (!inBase64.test(signature.signature))
    throw refuse('The signature data was not properly encoded using base64')
  const key = readCertificate(signature.certificate).publicKey
  const fitting = isOfType(signature.keyType, key)
  if (fitting === undefined) throw refuse(`Invalid signature key type: ${signature.keyType}`)
  if (!fitting) throw refuse(`Invalid public key type for signature key type: ${signature.keyType}`)
  if (signature.trusted !== undefined) requireTrusted(signature.certificate, signature.trusted, now)
  const verify = createVerify(hash)
  return {
    update: (data) => void verify.update(data),
    finish: () => {
      const signed = Buffer.from(signature.signature, 'base64')
      if (!verify.verify(signature.keyType === 'RSA-PSS' ? { key, ...pss } : key, signed))
        throw refuse('Signature verification failed')
    },
  }
}
