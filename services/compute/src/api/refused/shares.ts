import * as operations from '@nimbo/contracts/compute/server-shares'
import { requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'

/** Always empty: this cloud has no shared file system service. */
const list = handle(operations.listShares, async () => ({ shares: [] }))

const attaching = { name: 'attach_share', from: { vmStates: ['stopped'], taskStates: [null] } } as const

const attach = handle(operations.attachShare, async ({ app, ctx, found }) => {
  requireAllowed(attaching, found.server.server, app.deps.enforcer.isAdmin(ctx))
  throw errors.BadRequest({
    reason: 'Shared file systems cannot be attached: this cloud has no service for them.',
  })
})

const notThere = (serverId: string, shareId: string) =>
  errors.NotFound({ reason: `Share ${shareId} is not attached to instance ${serverId}.` })

const show = handle(operations.showShare, async ({ params: { server_id, share_id } }) => {
  throw notThere(server_id, share_id)
})

const detach = handle(operations.detachShare, async ({ params: { server_id, share_id } }) => {
  throw notThere(server_id, share_id)
})

export const shareRoutes = [list, attach, show, detach]
