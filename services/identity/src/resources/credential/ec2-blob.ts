import { hash } from 'node:crypto'
import { errors } from '../../errors.ts'
import type { Token } from '../../domain/tokens/token.ts'

/** The content of an EC2 credential: the access key, and the delegation that created it, to which its tokens are restricted. */
export type Ec2Blob = Readonly<Record<string, unknown>> & { readonly access: string }

/** The id of the EC2 credential with an access key. */
export const idOfAccess = (access: string): string => hash('sha256', access, 'hex')

const parsed = (blob: string): unknown => {
  try {
    return JSON.parse(blob)
  } catch {
    throw errors.Invalid({ reason: 'Invalid blob in credential' })
  }
}

export const readEc2Blob = (blob: string): Ec2Blob => {
  const value = parsed(blob)
  if (typeof value !== 'object' || value === null || Array.isArray(value) || Object.keys(value).length === 0)
    throw errors.NotExpected({ attribute: 'blob', target: 'credential' })
  const access: unknown = 'access' in value ? value.access : undefined
  if (typeof access !== 'string') throw errors.NotExpected({ attribute: 'access', target: 'credential' })
  return { ...value, access }
}

/** The blob with the trust, application credential or OAuth1 access token of the token that creates it. */
export const boundTo = ({ trust, applicationCredential, accessToken }: Token, blob: Ec2Blob): Ec2Blob => ({
  ...blob,
  ...(trust ? { trust_id: trust.id } : {}),
  ...(applicationCredential ? { app_cred_id: applicationCredential.id } : {}),
  ...(accessToken ? { access_token_id: accessToken.id } : {}),
})

const bounds = ['trust_id', 'app_cred_id', 'access_token_id', 'access_id'] as const

/** Throws `Invalid` if an update would change the delegation that a key is bound to. */
export const refuseUnbinding = (before: Ec2Blob, after: Ec2Blob): void => {
  for (const bound of bounds)
    if (before[bound] !== after[bound])
      throw errors.Invalid({ reason: `${bound} can not be updated for credential` })
}
