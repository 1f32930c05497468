import type { Context } from '@nimbo/kernel/context'
import { start } from '../../actions/start.ts'
import { powerStates } from '../../driver/hypervisor.ts'
import type { OperationDeps } from '../operations/operation-deps.ts'
import type { KnownServer } from './take-back-claims.ts'

/**
 * With `resume_guests_state_on_host_boot`, starts the guest of an active server that ran when the host went down. A
 * guest that does not start stays off and is shown so; the others start nevertheless.
 */
export const resumeGuest =
  (deps: OperationDeps) =>
  async (ctx: Context, { serverId, powerState }: KnownServer): Promise<void> => {
    const { host, hypervisor, conductor, options, log } = deps
    if (!options.resume_guests_state_on_host_boot || powerState !== powerStates.running) return
    await deps.turns.run(serverId, async () => {
      if ((await hypervisor.power.powerState(serverId)) === powerStates.running) return
      const { server } = await conductor.getServer(ctx, { serverId })
      if (server?.host !== host || server.vmState !== 'active' || server.taskState !== null) return
      log.info({ serverId, host }, 'a guest that ran before this host went down is started again')
      await start(deps)(ctx, server, { kind: 'start' }).catch((error: unknown) =>
        log.error({ serverId, error }, 'a guest that ran before this host went down cannot be started again'),
      )
    })
  }
