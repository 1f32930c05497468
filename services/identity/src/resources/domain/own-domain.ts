import type { Context } from '@nimbo/kernel/context'
import { defaultDomain } from '../../domain/default-domain.ts'

/**
 * The default domain of a new record: that of a domain-scoped token, otherwise the default domain. The domain of a token's
 * project does not count.
 */
export const ownDomain = ({ domainId }: Context): string => domainId ?? defaultDomain
