import type { Context } from '@nimbo/kernel/context'
import { defaultDomain } from '../../domain/default-domain.ts'

/** The domain of a new record whose body names none: the one that the token is for; never that of a token's project. */
export const ownDomain = ({ domainId }: Context): string => domainId ?? defaultDomain
