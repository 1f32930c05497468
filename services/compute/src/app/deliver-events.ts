import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { instanceActions } from '../db/servers/instance-actions.ts'
import { instanceMappings } from '../db/cells/instance-mappings.ts'
import { instances } from '../db/servers/instances.ts'
import type { Server } from '../domain/servers/server.ts'
import type { ComputeApiDeps } from './app.ts'
import type { HostEvent } from './compute-host-port.ts'
import { locateServer } from './servers/find-server.ts'

type Deps = Pick<ComputeApiDeps, 'databases' | 'clock' | 'computeHost' | 'log'> & {
  /** Tells a server that one of its volumes was extended. */
  readonly extendVolume: (ctx: Context, serverId: string, volumeId: string) => Promise<void>
}

export interface ExternalEvent {
  readonly name: string
  readonly server_uuid: string
  readonly status?: string
  readonly tag?: string
}

/** An event with its result: 200, 404 (no such server) or 422 (the server has no host). */
export type DeliveredEvent = ExternalEvent & { readonly status: string; readonly code: number }

/** The part of a server that decides who receives its events. */
type Whereabouts = Pick<Server, 'id' | 'host' | 'taskState'> & { readonly cellId: string }

/** Finds servers in cells by id, with one query per cell. Throws `CellDown`. */
const whereaboutsOf = async (
  { databases, clock }: Deps,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Whereabouts>> => {
  const cells = await instanceMappings(databases.api, clock).cellsOfServers(ids)
  const found = await Promise.all(
    [...Map.groupBy(cells, ([, cellId]) => cellId)].map(async ([cellId, members]) => {
      const memberIds = members.map(([id]) => id)
      const servers = await databases.ask(cellId, (cell) =>
        instances(cell, clock).findParts(memberIds, ['id', 'host', 'taskState']),
      )
      return servers.map((server): [string, Whereabouts] => [server.id, { ...server, cellId }])
    }),
  )
  return new Map(found.flat())
}

/** Whether a host must get an event: changes of the shown addresses do not matter for a server that is being deleted. */
const changesWhatIsShown = ({ name }: ExternalEvent, { taskState }: Whereabouts): boolean =>
  taskState !== 'deleting' || (name !== 'network-changed' && name !== 'network-vif-deleted')

/** The action to record for events that change the server itself. */
const actionOf = ({ name, tag }: ExternalEvent): string | undefined => {
  if (name !== 'power-update') return undefined
  return tag === 'POWER_ON' ? 'start' : tag === 'POWER_OFF' ? 'stop' : undefined
}

/** Delivers events of other services to the servers' hosts, with one call per host. */
export const deliverEvents = (deps: Deps) => {
  const locate = locateServer(deps)
  return async (ctx: Context, events: readonly ExternalEvent[]): Promise<readonly DeliveredEvent[]> => {
    const ids = [...new Set(events.map(({ server_uuid }) => server_uuid))]
    const whereabouts = await whereaboutsOf(deps, ids)
    const byHost = new Map<string, { cellId: string; host: string; events: HostEvent[] }>()
    const delivered: DeliveredEvent[] = []
    for (const event of events) {
      const { name, server_uuid, status = 'completed', tag = null } = event
      const place = whereabouts.get(server_uuid)
      if (place === undefined || place.host === null) {
        const onItsWay = place !== undefined || (await locate(server_uuid)) !== undefined
        delivered.push({ ...event, status: 'failed', code: onItsWay ? 422 : 404 })
        continue
      }
      delivered.push({ ...event, status, code: 200 })
      if (!changesWhatIsShown(event, place)) continue
      if (name === 'volume-extended') {
        if (tag !== null) await deps.extendVolume(ctx, server_uuid, tag)
        continue
      }
      const { cellId, host } = place
      const action = actionOf(event)
      if (action !== undefined)
        await instanceActions(await deps.databases.cell(cellId), deps.clock).begin(ctx, server_uuid, action)
      const order = byHost.get(host) ?? { cellId, host, events: [] }
      order.events.push({ serverId: server_uuid as ServerId, name, status, tag })
      byHost.set(host, order)
    }
    await Promise.all([...byHost.values()].map((order) => deps.computeHost.externalEvents(ctx, order)))
    return delivered
  }
}
