import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { aggregates } from '../../db/aggregates.ts'
import { blockDevices } from '../../db/servers/block-devices.ts'
import type { Databases } from '../../db/cells/databases.ts'
import { instanceFaults } from '../../db/servers/instance-faults.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import { serverGroups } from '../../db/server-groups.ts'
import { services } from '../../db/hosts/services.ts'
import { zonesOfHosts } from '../../domain/hosts/availability-zones.ts'
import type { InstanceFault } from '../../domain/servers/instance-fault.ts'
import type { ServerDescription } from '../../domain/servers/server-view.ts'
import { isUp } from '../../domain/hosts/service-state.ts'
import type { Clients } from '../app.ts'
import type { ComputeConfig } from '../compute-options.ts'
import type { LocatedServer } from './find-server.ts'
import { securityGroupNames } from './security-group-names.ts'

interface Deps {
  readonly databases: Databases
  readonly clock: Clock
  readonly config: ComputeConfig
  readonly clients: Pick<Clients, 'network'>
}

/** The parts that are looked up only if they will be shown, which depends on microversion, view and policy. */
export interface Shown {
  readonly groups: boolean
  /** The requested zone and scheduler hints. */
  readonly request: boolean
  readonly hostStatus: boolean
}

interface CellParts {
  readonly faults: ReadonlyMap<string, InstanceFault>
  readonly volumes: ReadonlyMap<string, ServerDescription['volumes']>
  readonly hosts: ReadonlyMap<string, string>
}

/** Servers whose fault is shown. */
const mayHaveFailed = ({ server: { vmState } }: LocatedServer): boolean =>
  vmState === 'error' || vmState === 'deleted'

const hostsOf = (located: readonly LocatedServer[]): readonly string[] => [
  ...new Set(located.flatMap(({ server: { host } }) => host ?? [])),
]

/** What a cell knows about some of its servers. */
const partsOfCell = async (
  deps: Deps,
  cellId: string,
  located: readonly LocatedServer[],
  shown: Shown,
): Promise<CellParts> => {
  const { databases, clock, config } = deps
  const idsOf = (some: readonly LocatedServer[]) => some.map(({ server }) => server.id)
  const [faults, volumes, computes] = await databases.ask(cellId, (cell) =>
    Promise.all([
      instanceFaults(cell, clock).latest(idsOf(located.filter(mayHaveFailed))),
      blockDevices(cell, clock).volumesOf(idsOf(located)),
      services(cell, clock).onHosts(shown.hostStatus ? hostsOf(located) : [], 'nova-compute'),
    ]),
  )
  const downAfterMs = config.DEFAULT.service_down_time * 1000
  return {
    faults: new Map(
      [...faults].map(([id, { code, message, details, created_at }]) => [
        id,
        { code, message, details, createdAt: created_at },
      ]),
    ),
    volumes: Map.groupBy(volumes, ({ serverId }) => serverId),
    hosts: new Map(
      computes.map((service): [string, string] => {
        if (service.forced_down) return [service.host, 'DOWN']
        if (service.disabled) return [service.host, 'MAINTENANCE']
        return [service.host, isUp(service, clock.now() - downAfterMs) ? 'UP' : 'UNKNOWN']
      }),
    ),
  }
}

/** Collects everything shown with servers, in a few queries for any number of them. What is not `shown` stays empty. */
export const describeServers =
  (deps: Deps) =>
  async (
    ctx: Context,
    located: readonly LocatedServer[],
    shown: Shown,
  ): Promise<readonly ServerDescription[]> => {
    const { databases, clock, config, clients } = deps
    if (located.length === 0) return []
    const ids = located.map(({ server }) => server.id)
    const byCell = Map.groupBy(located, ({ cellId }) => cellId)
    const [specs, groups, zones, names, ...cells] = await Promise.all([
      requestSpecs(databases.api, clock).findMany(shown.request ? ids : []),
      serverGroups(databases.api, clock).groupsOf(shown.groups ? ids : []),
      aggregates(databases.api, clock).list().then(zonesOfHosts),
      securityGroupNames(clients.network)(
        ctx,
        located.map(({ server }) => server),
      ),
      ...[...byCell].flatMap(([cellId, members]) =>
        cellId === null
          ? []
          : [partsOfCell(deps, cellId, members, shown).then((parts) => [cellId, parts] as const)],
      ),
    ])
    const parts = new Map<string | null, CellParts>(cells)
    return located.map(({ server, cellId }) => {
      const fault = parts.get(cellId)?.faults.get(server.id)
      const groupId = groups.get(server.id)
      const spec = specs.get(server.id)
      const zone = server.host === null ? undefined : zones.get(server.host)
      return {
        server,
        availabilityZone:
          server.host === null
            ? (server.availabilityZone ?? '')
            : (zone ?? config.DEFAULT.default_availability_zone),
        ...(fault ? { fault } : {}),
        volumes: parts.get(cellId)?.volumes.get(server.id) ?? [],
        securityGroups: names.get(server.id) ?? server.securityGroups,
        groupIds: groupId === undefined ? [] : [groupId],
        schedulerHints: spec?.schedulerHints ?? {},
        pinnedZone: spec?.availabilityZone ?? null,
        hostStatus: server.host === null ? '' : (parts.get(cellId)?.hosts.get(server.host) ?? ''),
      }
    })
  }
