import type { Bus, Subscription } from '@nimbo/bus/bus'
import { networkPlugin, type WiredPort } from '@nimbo/contracts/network/agent-rpc'
import type { Port } from '@nimbo/contracts/network/port'
import type { Reconciler } from '@nimbo/durable/reconciler'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Log } from '@nimbo/kernel/log'
import { serveRpc } from '@nimbo/rpc/serve-rpc'
import type { Deps } from '../app/deps.ts'
import { computeEvent } from '../compute-events/compute-event.ts'
import { addComputeEvents } from '../compute-events/compute-events.ts'
import { networksServedBy, unservedNetworks } from '../dhcp/dhcp-bindings.ts'
import { serveDhcp } from '../dhcp/serve-dhcp.ts'
import { dhcpAgentBeside, metadataAgentBeside, nicSwitchAgentBeside } from '../resources/agent/agents.ts'
import { isServerPort, routerDistributedOwner } from '../resources/port/device-owners.ts'
import { movePorts, moveWholePorts } from '../resources/port/move-ports.ts'
import { hostMacOf } from '../resources/router/distribution/host-macs.ts'
import type { SentMembers } from './group-members.ts'
import { guestAt } from './guest-at.ts'
import { dhcpNetwork } from './host-state/host-state.ts'
import { offersResources } from '../resource-providers/offered-resources.ts'
import { portsOnHost } from './ports-of-hosts.ts'
import { reportAgents } from '../resources/agent/report-agents.ts'
import { serveAnew } from './spread-ports.ts'
import { tunnelsOf } from '../resources/agent/tunnels-of.ts'
import { rulesWithMembers, wiredWithMembers } from './wired-with-members.ts'

/** Changes the status of a host's ports, and tells Nova of servers' ports. */
const moveDevices = async (
  deps: Deps,
  ctx: Context,
  host: string,
  portIds: readonly string[],
  to: 'ACTIVE' | 'DOWN',
): Promise<void> => {
  const event = to === 'ACTIVE' ? 'network-vif-plugged' : 'network-vif-unplugged'
  const from: readonly Port['status'][] = to === 'ACTIVE' ? ['DOWN', 'BUILD'] : ['ACTIVE']
  await deps.allOrNone(ctx, async ({ db, afterwards }) => {
    const moved = await movePorts(db, {
      host,
      ids: portIds,
      from,
      to,
      updatedAt: timestamp(deps.clock),
      shared: to === 'ACTIVE',
    })
    const ofServers = moved.filter((port) => isServerPort(port) && port.device_id !== '')
    const events = ofServers.map((port) => computeEvent(ctx, deps.clock, event, port))
    await addComputeEvents(db, events)
    afterwards(() => deps.sendComputeEvents(events))
  })
}

/** Marks requested ports as BUILD. */
const beingBuilt = ({ clock }: Deps, host: string, ids: readonly string[]) =>
  ({ host, ids, from: ['DOWN'], to: 'BUILD', updatedAt: timestamp(clock) }) as const

/** All ports of a host, for wiring. */
const askedForAll = async (deps: Deps, host: string): Promise<readonly Port[]> => {
  const ports = await portsOnHost(deps.db, host)
  const down = ports.filter(({ status }) => status === 'DOWN').map(({ id }) => id)
  await movePorts(deps.db, beingBuilt(deps, host, down))
  return ports
}

/**
 * The ports among the given ones that are on the host, for wiring. Most were just created, and the statement that changes their
 * status also reads them.
 */
const askedFor = async (deps: Deps, host: string, ids: readonly string[]): Promise<readonly Port[]> => {
  const begun = await moveWholePorts(deps.db, beingBuilt(deps, host, ids))
  const known = new Set(begun.map(({ id }) => id))
  const others = ids.filter((id) => !known.has(id))
  return others.length === 0 ? begun : [...begun, ...(await portsOnHost(deps.db, host, others))]
}

/** Schedules DHCP for networks that no agent served because none was alive when their subnets were created. */
const serveUnserved = async (deps: Deps, ctx: Context): Promise<void> => {
  for (const networkId of await unservedNetworks(deps.db)) {
    await deps.transaction(ctx, (inside) => serveDhcp(inside, networkId))
    await serveAnew(deps, ctx, [networkId])
  }
}

/** Serves the RPC calls of L2 and DHCP agents. */
export const servePlugin = (
  bus: Bus,
  log: Log,
  deps: Deps,
  { members, reports }: { readonly members: SentMembers; readonly reports: Pick<Reconciler, 'wake'> },
): Promise<Subscription> => {
  const { db, config } = deps
  /** Adds the host's DVR MAC to ports of distributed routers. */
  const keptApart = async <Answer extends { ports: WiredPort[] }>(
    asked: readonly Port[],
    host: string,
    answer: Answer,
  ): Promise<Answer> => {
    const shared = asked.filter(({ device_owner }) => device_owner === routerDistributedOwner)
    if (shared.length === 0) return answer
    const ids = new Set(shared.map(({ id }) => id))
    const hostMac = await hostMacOf(deps, host)
    const ports = answer.ports.map((port) =>
      ids.has(port.id) ? { ...port, distributed: { hostMac } } : port,
    )
    return { ...answer, ports }
  }
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
          resources_synced: offersResources(state.configurations) ? 0 : null,
        }
        const tunnels = await tunnelsOf(db, report)
        const beside = [
          ...(state.metadata ? [metadataAgentBeside(report, state.metadata)] : []),
          ...(state.nicSwitch ? [nicSwitchAgentBeside(report, state.nicSwitch)] : []),
        ]
        const dhcp = dhcpAgentBeside(report, config.DEFAULT.dhcp_lease_duration)
        await reportAgents(deps, ctx, [report, dhcp, ...beside])
        if (report.resources_synced !== null) reports.wake()
        if (tunnels?.isNew) for (const { host } of tunnels.others) await deps.hosts.peersChanged(ctx, host)
        await serveUnserved(deps, ctx)
        return tunnels ? { peers: tunnels.others.map(({ address }) => address) } : {}
      },
      ports: async (_ctx, { host, known }) => {
        const asked = await askedForAll(deps, host)
        return keptApart(
          asked,
          host,
          await wiredWithMembers({ db, members }, asked, known, { trusted: false }),
        )
      },
      portsOf: async (_ctx, { host, portIds, known }) => {
        const asked = await askedFor(deps, host, portIds)
        return keptApart(
          asked,
          host,
          await wiredWithMembers({ db, members }, asked, known, { trusted: true }),
        )
      },
      rulesOf: (_ctx, { groupIds, known }) => rulesWithMembers({ db, members }, groupIds, known),
      dhcp: async (_ctx, { host }) => {
        const networks = []
        for (const id of await networksServedBy(db, host)) {
          const network = await dhcpNetwork(db, config, host, id)
          if (network) networks.push(network)
        }
        return { networks }
      },
      dhcpOf: async (_ctx, { host, networkId }) => ({
        network: (await dhcpNetwork(db, config, host, networkId)) ?? null,
      }),
      guestAt: async (_ctx, place) => ({ server: (await guestAt(db, place)) ?? null }),
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
