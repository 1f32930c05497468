import { cast, defineRpc } from '@nimbo/rpc/define-rpc'
import { Type } from 'typebox'

const Ids = Type.Unsafe<readonly string[]>(Type.Array(Type.String()))

/** RPC by which Keystone invalidates cached tokens in all processes. */
export const tokenInvalidationRpc = defineRpc('token-invalidations', {
  /** Invalidates tokens that match all attributes; all tokens if there are none. */
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
