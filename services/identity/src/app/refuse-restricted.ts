import type { Token } from '../domain/tokens/token.ts'
import { errors } from '../errors.ts'

/**
 * Throws `Forbidden` for the token of a restricted application credential: it must not create credentials, which would
 * remain when its owner deletes it.
 */
export const refuseRestricted = (
  { applicationCredential }: Token,
  what: 'additional application credentials' | 'additional credentials',
): void => {
  if (applicationCredential && !applicationCredential.unrestricted)
    throw errors.Forbidden({
      action: `Using method 'application_credential' is not allowed for managing ${what}`,
    })
}
