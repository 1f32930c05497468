import type { Context } from '@nimbo/kernel/context'
import { errors } from '../errors.ts'

/** The domain a new record falls into when its body names none: that of the caller's token. */
export const ownDomain = ({ domainId, projectDomainId }: Context): string => {
  const own = domainId ?? projectDomainId
  if (own === undefined)
    throw errors.Invalid({ reason: "'domain_id' is a required property for a token without a domain" })
  return own
}
