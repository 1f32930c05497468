import type { Context } from '@nimbo/kernel/context'
import type { Notifier } from '@nimbo/notifications/notifier'
import { aggregates } from '../../db/aggregates.ts'
import { computeNodes } from '../../db/hosts/compute-nodes.ts'
import { hostMappings } from '../../db/cells/host-mappings.ts'
import { instances } from '../../db/servers/instances.ts'
import { errors } from '../../errors.ts'
import type { Clients } from '../app.ts'
import { changeServiceRow } from '../notices/service-notices.ts'
import type { SurveyDeps, SurveyedService } from './survey-hosts.ts'

interface Deps extends SurveyDeps {
  readonly clients: Clients
  readonly notifier: Notifier
}

/**
 * Deletes a service. With a compute service, its nodes, resource providers, host mapping and aggregate memberships are
 * deleted. Throws `Conflict` while it has servers.
 */
export const removeService =
  (deps: Deps) =>
  async (ctx: Context, service: SurveyedService): Promise<void> => {
    const { databases, clock, clients } = deps
    const { row, cellId } = service
    const cell = await databases.cell(cellId)
    if (row.binary === 'nova-compute') {
      if ((await instances(cell, clock).onHost(row.host)).length > 0)
        throw errors.Conflict({
          reason:
            'Unable to delete compute service that is hosting instances. Migrate or delete the instances first.',
        })
      const groups = aggregates(databases.api, clock)
      for (const { id, hosts } of await groups.list())
        if (hosts.includes(row.host)) await groups.removeHost(id, row.host)
      const nodes = computeNodes(cell, clock)
      for (const { id } of await nodes.ofHost(row.host)) {
        await clients.service.placement.removeProvider(ctx, id)
        await nodes.remove(id)
      }
      await hostMappings(databases.api, clock).remove(row.host)
    }
    await changeServiceRow(deps)(ctx, service, 'delete', (stored) => stored.remove(row.id))
  }
