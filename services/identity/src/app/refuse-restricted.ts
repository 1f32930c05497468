import type { Token } from '../domain/tokens/token.ts'
import { errors } from '../errors.ts'

/** A restricted application credential must not beget what outlives it: its owner could never take it back. */
export const refuseRestricted = (
  { applicationCredential }: Token,
  what: 'additional application credentials' | 'additional credentials' | 'trusts',
): void => {
  if (applicationCredential && !applicationCredential.unrestricted)
    throw errors.Forbidden({
      action: `Using method 'application_credential' is not allowed for managing ${what}`,
    })
}
