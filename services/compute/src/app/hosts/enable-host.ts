import { hostEnabledNotification } from '@nimbo/contracts/compute/notifications/administration'
import type { Context } from '@nimbo/kernel/context'
import type { ComputeApiDeps } from '../app.ts'
import { changeService, findServiceOn } from './change-service.ts'

/** Enables or disables scheduling to a host and emits the notification of the os-hosts API. Throws `NotFound`. */
export const enableHost =
  (
    deps: Pick<
      ComputeApiDeps,
      'databases' | 'clock' | 'config' | 'notifier' | 'clients' | 'computeHost' | 'log'
    >,
  ) =>
  async (ctx: Context, host: string, enabled: boolean): Promise<void> => {
    const service = await findServiceOn(deps)(host, 'nova-compute')
    await changeService(deps)(ctx, service, { enabled }, async (trx) => {
      for (const phase of ['start', 'end'] as const)
        await deps.notifier.tell(trx, ctx, hostEnabledNotification, {
          ...{ phase, resource: service.row.id, host },
          payload: () => ({ host_name: host, action: enabled ? 'enable' : 'disable', enabled }),
        })
    })
  }
