import { cast, defineRpc } from '@nimbo/rpc/define-rpc'
import { Type } from 'typebox'

const Ids = Type.Unsafe<readonly string[]>(Type.Array(Type.String()))

/** What identity tells every process that believes tokens for a while. */
export const tokenInvalidationRpc = defineRpc('token-invalidations', {
  /** Tokens that match all that is named may hold no longer; all tokens, where nothing is named. */
  invalidated: cast(
    Type.Object({
      auditId: Type.Optional(Type.String()),
      userIds: Type.Optional(Ids),
      projectIds: Type.Optional(Ids),
      domainId: Type.Optional(Type.String()),
    }),
    { since: '1.0' },
  ),
})
