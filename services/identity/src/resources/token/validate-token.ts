import type { Token } from '../../domain/tokens/token.ts'
import { errors } from '../../errors.ts'
import type { Deps } from '../../app/deps.ts'
import type { DescribeClaims } from './describe-claims.ts'

export interface ValidateOptions {
  /** Accepts a token until `allow_expired_window` after its expiry, for long operations. */
  readonly allowExpired?: boolean
}

/**
 * Validates a token against the database, without a cache that could outlive a revocation. Throws `NotThere` for an invalid,
 * expired or revoked one.
 */
export const createValidateToken = ({ codec, clock, stores, config }: Deps, describe: DescribeClaims) => {
  return async (token: string, { allowExpired = false }: ValidateOptions = {}): Promise<Token> => {
    const claims = await codec.open(token)
    if (!claims) throw errors.NotThere({ reason: 'Could not recognize Fernet token' })
    const now = clock.now()
    const grace = allowExpired ? config.token.allow_expired_window * 1000 : 0
    const failed = () => errors.NotThere({ reason: 'Failed to validate token' })
    if (claims.expiresAt + grace <= now) throw failed()
    const described = await describe(claims, now)
    if (!described) throw failed()
    const { user, project, domain } = described
    const domainIds = [user.domain.id, project?.domain.id, domain?.id].filter((id) => id !== undefined)
    if (await stores.revocations.has(claims, [...new Set(domainIds)])) throw failed()
    return described
  }
}

export type ValidateToken = ReturnType<typeof createValidateToken>
