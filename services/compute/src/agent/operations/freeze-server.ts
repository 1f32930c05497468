import type { Context } from '@nimbo/kernel/context'
import { Fault, messageOf } from '@nimbo/kernel/errors'
import type { ServerId } from '@nimbo/kernel/ids'
import { errors } from '../agent-errors.ts'
import { serverHere } from '../builds/prepared-server.ts'
import type { OperationDeps } from './operation-deps.ts'
import { quiescesServer } from './quiesces-server.ts'

type Deps = Pick<OperationDeps, 'hypervisor' | 'conductor' | 'host' | 'turns'>

/** Freezes the file systems of a guest, until {@link thawServer}: snapshots of its volumes are being taken. */
export const freezeServer =
  (deps: Deps) =>
  (ctx: Context, serverId: ServerId): Promise<void> =>
    deps.turns.run(serverId, async () => {
      const server = await serverHere(deps, ctx, serverId)
      try {
        await quiescesServer(deps, server).freeze(serverId)
      } catch (cause) {
        if (cause instanceof Fault) throw cause
        const reason = messageOf(cause)
        throw errors.HypervisorFailed({ operation: 'freeze the file systems', reason }, { cause })
      }
    })

/** Thaws the file systems of a guest, once an attempt to freeze them has ended. Idempotent. */
export const thawServer =
  ({ turns, hypervisor: { quiesces } }: Deps) =>
  (serverId: ServerId): Promise<void> =>
    turns.run(serverId, async () => quiesces?.thaw(serverId))
