import type { Context } from '@nimbo/kernel/context'
import type { ComputeNodeRow, ServiceRow } from '../db/cell-tables.ts'
import { computeNodes } from '../db/compute-nodes.ts'
import { hostMappings } from '../db/host-mappings.ts'
import { instances } from '../db/instances.ts'
import { type ServiceChanges, services } from '../db/services.ts'
import { errors } from '../errors.ts'
import type { ComputeApiDeps } from './app.ts'
import { everyCell } from './every-cell.ts'

type Deps = Pick<ComputeApiDeps, 'databases' | 'clock' | 'clients'>

/** A service, and the cell that knows it. */
export interface FoundService {
  readonly service: ServiceRow
  readonly cellId: string
}

/** A hypervisor, the service that runs it, and its servers where they were asked for. */
export interface FoundHypervisor {
  readonly node: ComputeNodeRow
  readonly service: ServiceRow | undefined
  readonly servers?: readonly { readonly uuid: string; readonly name: string }[]
}

/** Services and hypervisors of every cell. */
export const hostDirectory = (deps: Deps) => {
  const { databases, clock, clients } = deps
  return {
    services: (filter: { readonly host?: string; readonly binary?: string } = {}) =>
      everyCell(deps, async (cell, cellId) =>
        (await services(cell, clock).list(filter)).map((service): FoundService => ({ service, cellId })),
      ),

    hypervisors: (withServers: boolean): Promise<readonly FoundHypervisor[]> =>
      everyCell(deps, async (cell) => {
        const nodes = await computeNodes(cell, clock).list()
        const known = new Map((await services(cell, clock).list()).map((service) => [service.id, service]))
        const serversOf = async ({ host, node }: ComputeNodeRow) =>
          (await instances(cell, clock).onHost(host))
            .filter((server) => server.node === node)
            .map(({ id, name }) => ({ uuid: id, name }))
        return Promise.all(
          nodes.map(async (node) => ({
            node,
            service: known.get(node.service_id),
            ...(withServers ? { servers: await serversOf(node) } : {}),
          })),
        )
      }),

    changeService: async (
      { service, cellId }: FoundService,
      changes: ServiceChanges,
    ): Promise<ServiceRow> => {
      await services(await databases.cell(cellId), clock).update(service.id, changes)
      return { ...service, ...changes }
    },

    /** Forgets a service; one that runs servers has to lose them first, and takes its resource providers with it. */
    removeService: async (ctx: Context, { service, cellId }: FoundService): Promise<void> => {
      const cell = await databases.cell(cellId)
      if (service.binary === 'nova-compute') {
        if ((await instances(cell, clock).onHost(service.host)).length > 0)
          throw errors.Conflict({
            reason:
              'Unable to delete compute service that is hosting instances. Migrate or delete the instances first.',
          })
        for (const { id } of await computeNodes(cell, clock).ofHost(service.host))
          await clients.service.placement.removeProvider(ctx, id)
        await hostMappings(databases.api, clock).remove(service.host)
      }
      await services(cell, clock).remove(service.id)
    },
  }
}
