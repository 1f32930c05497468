import type { ServerMove } from '@nimbo/contracts/compute-rpc/scheduler'
import type { Clock } from '@nimbo/kernel/clock'
import { groupHosts, seenMembers } from '../app/server-groups/group-places.ts'
import type { Databases } from '../db/cells/databases.ts'
import { instanceMappings } from '../db/cells/instance-mappings.ts'
import { instances } from '../db/servers/instances.ts'
import { requestedServer } from '../db/servers/requested-server.ts'
import { requestedTopology } from '../domain/numa/requested-topology.ts'
import { hintedServers } from '../domain/scheduling/hinted-servers.ts'
import { bootsFromVolume } from '../domain/scheduling/requested-resources.ts'
import type { SchedulingRequest } from '../domain/scheduling/scheduling-request.ts'
import { bootPropertiesOf } from '../domain/servers/boot-properties.ts'
import type { RequestSpec } from '../domain/servers/request-spec.ts'
import { errors } from './scheduler-errors.ts'

export interface ReadRequestDeps {
  readonly databases: Databases
  readonly clock: Clock
}

/** The hosts of servers, by id; servers without a host are left out. */
const hostsOfServers = async (
  { databases, clock }: ReadRequestDeps,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const cells = await instanceMappings(databases.api, clock).cellsOfServers([...new Set(ids)])
  const found = await Promise.all(
    [...Map.groupBy(cells, ([, cellId]) => cellId)].map(([cellId, members]) =>
      databases.ask(cellId, (cell) =>
        instances(cell, clock).findParts(
          members.map(([id]) => id),
          ['id', 'host'],
        ),
      ),
    ),
  )
  return new Map(found.flat().flatMap(({ id, host }) => (host === null ? [] : [[id, host] as const])))
}

interface Asking {
  readonly serverId: string
  readonly ignoreHosts: readonly string[]
  readonly move?: ServerMove
}

/** The request of a server that moves: the host forced at its creation no longer applies. */
const movedSpec = (
  {
    forcedHost: _host,
    forcedNode: _node,
    requestedHost: _asked,
    requestedNode: _named,
    ...spec
  }: RequestSpec,
  { flavor, host, availabilityZone: zone }: ServerMove,
): RequestSpec => {
  const { availabilityZone: pinned, ...anywhere } = spec
  const kept = zone === undefined ? pinned : (zone ?? undefined)
  return {
    ...anywhere,
    flavor,
    ...(kept === undefined ? {} : { availabilityZone: kept }),
    ...(host === undefined ? {} : { requestedHost: host }),
  }
}

/** Reads the request of a server, and the hosts of other group members. */
export const readRequest = (deps: ReadRequestDeps) => {
  const members = seenMembers(deps)
  const hosts = groupHosts(deps)
  return async ({ serverId, ignoreHosts, move }: Asking): Promise<SchedulingRequest> => {
    const requested = await requestedServer(deps.databases.api, serverId)
    if (requested === undefined) throw errors.RequestSpecMissing({ serverId })
    const { build } = requested
    const spec = move === undefined ? requested.spec : movedSpec(requested.spec, move)
    const numaTopology = requestedTopology({
      flavor: spec.flavor,
      imageProperties: bootPropertiesOf(spec),
    })
    const request = {
      spec,
      ...(numaTopology === undefined ? {} : { numaTopology }),
      bootsFromVolume: move?.bootsFromVolume ?? bootsFromVolume(build?.blockDevices ?? []),
      ...(move === undefined ? {} : { fromCell: move.cellId }),
      ignoreHosts,
      hostsOfHinted: await hostsOfServers(deps, hintedServers(spec)),
    }
    if (spec.group === undefined) return { ...request, groupHosts: {}, groupMembers: new Map() }
    const groupMembers = await members(spec.group.id)
    return { ...request, groupMembers, groupHosts: await hosts(spec.group.id, serverId, groupMembers) }
  }
}
