import { errors } from '../errors.ts'

export interface NamedSecret {
  /** Empty if the container has no name for the secret. */
  readonly name: string
  readonly secretId: string
}

/** The id at the end of a reference. */
export const secretIdOf = (ref: string): string => ref.replace(/\/$/, '').split('/').at(-1) ?? ''

const invalid = (reason: string) => errors.Invalid({ schema: 'Container', reason, property: 'secret_refs' })

interface NameRule {
  readonly required: readonly string[]
  readonly allowed: readonly string[]
  readonly surplus: string
  readonly missing: string
}

const rules: Readonly<Record<'rsa' | 'certificate', NameRule>> = {
  rsa: {
    required: ['public_key', 'private_key'],
    allowed: ['public_key', 'private_key', 'private_key_passphrase'],
    surplus:
      "only 'private_key', 'public_key' and 'private_key_passphrase' reference names are allowed for RSA type",
    missing: "The minimum required reference names are 'public_key' and'private_key' for RSA type",
  },
  certificate: {
    required: ['certificate'],
    allowed: ['certificate', 'private_key', 'private_key_passphrase', 'intermediates'],
    surplus:
      "only 'private_key', 'certificate' , 'private_key_passphrase',  or 'intermediates' reference names are allowed for Certificate type",
    missing: "The minimum required reference name is 'certificate' for Certificate type",
  },
}

/** Throws unless the secrets fit the container's type; any container may be empty. */
export const requireNames = (
  type: 'generic' | 'rsa' | 'certificate',
  secrets: readonly NamedSecret[],
): void => {
  if (secrets.length === 0) return
  const names = new Set(secrets.map(({ name }) => name))
  if (names.size < secrets.length) throw invalid('Duplicate reference names are not allowed')
  if (new Set(secrets.map(({ secretId }) => secretId)).size < secrets.length)
    throw invalid('Duplicate secret ids are not allowed')
  if (type === 'generic') return
  const { required, allowed, surplus, missing } = rules[type]
  if ([...names].some((name) => !allowed.includes(name))) throw invalid(surplus)
  if (required.some((name) => !names.has(name))) throw invalid(missing)
}
