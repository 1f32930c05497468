import { randomUUID } from 'node:crypto'
import type { Bus, Subscription } from '@nimbo/bus/bus'
import { networkPlugin } from '@nimbo/contracts/network/agent-rpc'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Log } from '@nimbo/kernel/log'
import { serveRpc } from '@nimbo/rpc/serve-rpc'
import { isServerPort, type Port } from '../domain/port.ts'
import { computeEvent } from './compute-event.ts'
import type { Deps } from './deps.ts'
import { dhcpNetwork, portsOnHost, wiredPorts } from './host-state.ts'
import { serveDhcp } from './serve-dhcp.ts'
import { serveAnew } from './spread-ports.ts'

/** Moves the ports of a host that are not there yet to a status; compute learns of those that are a server's. */
const moveDevices = async (
  deps: Deps,
  ctx: Context,
  host: string,
  portIds: readonly string[],
  to: 'ACTIVE' | 'DOWN',
): Promise<void> => {
  const event = to === 'ACTIVE' ? 'network-vif-plugged' : 'network-vif-unplugged'
  const from: readonly Port['status'][] = to === 'ACTIVE' ? ['DOWN', 'BUILD'] : ['ACTIVE']
  const events = await deps.allOrNone(async (store) => {
    const moved = await store.ports.move({ host, ids: portIds, from, to, updatedAt: timestamp(deps.clock) })
    const ofServers = moved.filter((port) => isServerPort(port) && port.device_id !== '')
    const written = ofServers.map((port) => computeEvent(ctx, deps.clock, event, port))
    await store.computeEvents.add(written)
    return written
  })
  deps.sendComputeEvents(events)
}

/** Ports whose wiring has been asked for count as being built. */
const beingBuilt = ({ clock }: Deps, host: string, ids: readonly string[]) =>
  ({ host, ids, from: ['DOWN'], to: 'BUILD', updatedAt: timestamp(clock) }) as const

/** All ports of a host, to be wired. */
const askedForAll = async (deps: Deps, host: string): Promise<readonly Port[]> => {
  const ports = await portsOnHost(deps.store, host)
  const down = ports.filter(({ status }) => status === 'DOWN').map(({ id }) => id)
  await deps.store.ports.move(beingBuilt(deps, host, down))
  return ports
}

/** Those of these ports that are on the host, to be wired: most were just made, and moving them reads them. */
const askedFor = async (deps: Deps, host: string, ids: readonly string[]): Promise<readonly Port[]> => {
  const begun = await deps.store.ports.moveWhole(beingBuilt(deps, host, ids))
  const known = new Set(begun.map(({ id }) => id))
  const others = ids.filter((id) => !known.has(id))
  return others.length === 0 ? begun : [...begun, ...(await portsOnHost(deps.store, host, others))]
}

/** Finds hosts for networks that none served when their subnets were made, since no agent lived then. */
const serveUnserved = async (deps: Deps, ctx: Context): Promise<void> => {
  for (const networkId of await deps.store.dhcpBindings.unserved()) {
    await deps.transaction((store) => serveDhcp(deps, store, networkId))
    await serveAnew(deps, ctx, [networkId])
  }
}

/** Answers the agents on hosts. */
export const servePlugin = (bus: Bus, log: Log, deps: Deps): Promise<Subscription> => {
  const { store, config } = deps
  return serveRpc(
    bus,
    networkPlugin,
    { log },
    {
      reportState: async (ctx, state) => {
        const report = {
          host: state.host,
          agent_type: state.agentType,
          binary: state.binary,
          topic: state.topic,
          availability_zone: state.availabilityZone,
          configurations: JSON.stringify(state.configurations),
          vif_type: state.vifType,
          started_at: state.startedAt,
        }
        await store.agents.report(report, randomUUID(), timestamp(deps.clock), true)
        await serveUnserved(deps, ctx)
        return {}
      },
      ports: async (_ctx, { host }) => {
        return { ports: await wiredPorts(store, await askedForAll(deps, host)) }
      },
      portsOf: async (_ctx, { host, portIds }) => {
        return { ports: await wiredPorts(store, await askedFor(deps, host, portIds)) }
      },
      dhcp: async (_ctx, { host }) => {
        const networks = []
        for (const id of await store.dhcpBindings.networksOn(host)) {
          const network = await dhcpNetwork(store, config, host, id)
          if (network) networks.push(network)
        }
        return { networks }
      },
      dhcpOf: async (_ctx, { host, networkId }) => ({
        network: (await dhcpNetwork(store, config, host, networkId)) ?? null,
      }),
      devicesUp: async (ctx, { host, portIds }) => {
        await moveDevices(deps, ctx, host, portIds, 'ACTIVE')
        return {}
      },
      devicesDown: async (ctx, { host, portIds }) => {
        await moveDevices(deps, ctx, host, portIds, 'DOWN')
        return {}
      },
    },
  )
}
