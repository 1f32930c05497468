import { selectDestinationsNotifications } from '@nimbo/contracts/compute/notifications/scheduling'
import type { Context } from '@nimbo/kernel/context'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Databases } from '../db/cells/databases.ts'
import type { SchedulingRequest } from '../domain/scheduling/scheduling-request.ts'
import { requestSpecData, requestSpecUsage } from '../domain/notifications/request-spec-payload.ts'

interface Deps {
  readonly databases: Pick<Databases, 'api'>
  readonly notifier: Notifier
}

/** Notifies start and end of a scheduling decision; the boot flow notifies a failed one. */
export const notifySelection =
  ({ databases, notifier }: Deps) =>
  async (
    ctx: Context,
    phase: 'start' | 'end',
    { spec, ignoreHosts }: Pick<SchedulingRequest, 'spec' | 'ignoreHosts'>,
  ): Promise<void> => {
    if (!notifier.on) return
    const { versioned, unversioned } = selectDestinationsNotifications
    const common = { phase, resource: spec.serverId }
    await notifier.tell(databases.api, ctx, versioned, {
      ...common,
      payload: () => requestSpecData(spec, ignoreHosts),
    })
    await notifier.tell(databases.api, ctx, unversioned, {
      ...common,
      payload: () => ({ request_spec: requestSpecUsage(spec) }),
    })
  }
