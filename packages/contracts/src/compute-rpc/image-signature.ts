import { type Static, Type } from 'typebox'
import { listOf } from './schemas.ts'

/** A certificate of the key manager: its id there, and its content (PEM or DER) as base64. */
const certificate = Type.Object({ id: Type.String(), content: Type.String() })

/** What a host needs to verify an image's data, or the reason why the image cannot be verified and must not be used. */
export const imageSignature = Type.Union([
  Type.Object({ problem: Type.String() }),
  Type.Object({
    /** Base64, as in the image's properties. */
    signature: Type.String(),
    hashMethod: Type.String(),
    keyType: Type.String(),
    certificate,
    /** If given, the certificate must be signed by these, up to a root among them. */
    trusted: Type.Optional(listOf(certificate)),
  }),
])

export type ImageSignature = Static<typeof imageSignature>
export type SignatureMaterial = Exclude<ImageSignature, { problem: string }>
export type KeptCertificate = SignatureMaterial['certificate']
