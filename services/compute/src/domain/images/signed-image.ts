import type { RequestSpec } from '../servers/request-spec.ts'

/** The properties of a signed image, as Glance documents them. */
export interface SignatureProperties {
  readonly signature: string
  readonly hashMethod: string
  readonly keyType: string
  readonly certificateId: string
}

const wireNames = {
  certificateId: 'img_signature_certificate_uuid',
  hashMethod: 'img_signature_hash_method',
  signature: 'img_signature',
  keyType: 'img_signature_key_type',
} as const

const signatureProperties: readonly string[] = Object.values(wireNames)

/** The signature in the properties of an image, or the name of the first property that is missing. */
export const signatureOf = ({
  properties,
}: Pick<NonNullable<RequestSpec['image']>, 'properties'>):
  | SignatureProperties
  | { readonly missing: string } => {
  const missing = signatureProperties.find((name) => !Object.hasOwn(properties, name))
  if (missing !== undefined) return { missing }
  const told = (name: keyof typeof wireNames): string => properties[wireNames[name]] ?? ''
  return {
    signature: told('signature'),
    hashMethod: told('hashMethod'),
    keyType: told('keyType'),
    certificateId: told('certificateId'),
  }
}
