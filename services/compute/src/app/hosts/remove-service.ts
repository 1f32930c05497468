import { openStatuses } from '@nimbo/contracts/compute/migration-kind'
import type { Context } from '@nimbo/kernel/context'
import type { Notifier } from '@nimbo/notifications/notifier'
import { aggregates } from '../../db/aggregates.ts'
import { computeNodes } from '../../db/hosts/compute-nodes.ts'
import { hostMappings } from '../../db/cells/host-mappings.ts'
import { migrations } from '../../db/server-migrations/migrations.ts'
import { numaClaims } from '../../db/servers/numa-claims.ts'
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
 * deleted, and the claims on its NUMA cells and PCI devices. Throws `Conflict` while it has servers, or servers are
 * moving from or to it.
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
      const filters = { status: [...openStatuses] }
      if ((await migrations(cell, clock).list({ host: row.host, filters, limit: 1 })).length > 0)
        throw errors.Conflict({
          reason:
            'Unable to delete compute service that has in-progress migrations. Complete the migrations or delete the instances first.',
        })
      const groups = aggregates(databases.api, clock)
      for (const { id, hosts } of await groups.list())
        if (hosts.includes(row.host)) await groups.removeHost(id, row.host)
      const nodes = computeNodes(cell, clock)
      for (const { id } of await nodes.ofHost(row.host)) {
        await clients.service.placement.removeProvider(ctx, id)
        await nodes.remove(id)
      }
      await numaClaims(cell).removeOf(row.host)
      await hostMappings(databases.api, clock).remove(row.host)
    }
    await changeServiceRow(deps)(ctx, service, 'delete', (stored) => stored.remove(row.id))
  }
