import type { Bus, Subscription } from '@nimbo/bus/bus'
import {
  type AgentState,
  networkAgent,
  networkPlugin,
  type WiredPort,
} from '@nimbo/contracts/network/agent-rpc'
import { type Reconciler, reconciler } from '@nimbo/durable/reconciler'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import { unlessAborted } from '@nimbo/kernel/deadline'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { serveRpc } from '@nimbo/rpc/serve-rpc'
import type { SpanSink } from '@nimbo/trace/span'
import { agentSpans } from '../agent/agent-spans.ts'
import type { NicSwitch } from '../agent/cards/nic-switch.ts'
import { inventoryOf } from '../agent/inventory-of.ts'
import { knownMembers } from '../agent/known-members.ts'
import type { MetadataSockets } from '../agent/metadata-sockets.ts'
import { preparedNetworks } from '../agent/networks/prepared-networks.ts'
import { pendingChanges } from '../agent/pending-changes.ts'
import { remembering } from '../agent/remembering.ts'
import { restBetween } from '../agent/rest-between.ts'
import { syncDhcp } from '../agent/sync-dhcp.ts'
import { shortId } from '../agent/sync-parts.ts'
import { syncPorts } from '../agent/sync-ports.ts'
import type { HostNetwork, NetworkAgentDriver } from '../driver/network-agent-driver.ts'

export interface HostAgentOptions {
  readonly host: string
  readonly driver: NetworkAgentDriver
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly spans: SpanSink
  readonly availabilityZone: string
  /** The configuration that the agent reports of its host, in addition to that of the driver. */
  readonly configurations: Readonly<Record<string, unknown>>
  readonly reportIntervalMs: number
  /** The metadata proxy of the host, if it has one. */
  readonly metadata?: MetadataSockets | undefined
  /** The cards whose virtual functions it sets, if there are any. */
  readonly nicSwitch?: NicSwitch | undefined
}

export interface HostAgent {
  /** Resolves when the server knows the agent and the first resync is done. */
  start(): Promise<void>
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/** Milliseconds until a failed change is retried, and between full resyncs. */
const retryMs = 2_000
const resyncMs = 60_000
/**
 * The shortest and the longest pause after DHCP was updated. An update covers all ports of a network, so a hundred ports created
 * at once would otherwise cause thousands of entries to be sent. A guest retries long before it gives up.
 */
const dhcpRestMs = 200
const mostDhcpRestMs = 2_000

/** The L2 and DHCP agent of one host: asks the server for the wanted state and has the driver realise it. */
export const hostAgent = (options: HostAgentOptions): HostAgent => {
  const { host, driver, bus, clock, log } = options
  const observer = agentSpans(driver.binary, options.spans)
  const plugin = rpcClient(bus, networkPlugin, { observer }).on()
  const startedAt = timestamp(clock)
  const pending = pendingChanges()
  const members = knownMembers()
  const lately = new Set<string>()
  const wired = new Map<string, WiredPort>()
  const prepared = preparedNetworks(clock)
  let network: HostNetwork | undefined
  let subscription: Subscription | undefined
  let stopWatching = async () => {}

  const state = (): AgentState => ({
    host,
    agentType: driver.agentType,
    binary: driver.binary,
    topic: 'q-agent',
    availabilityZone: options.availabilityZone,
    vifType: driver.vifType,
    configurations: { ...driver.configurations, ...options.configurations },
    ...(options.metadata ? { metadata: { ...options.metadata.configurations } } : {}),
    ...(options.nicSwitch ? { nicSwitch: { ...options.nicSwitch.configurations } } : {}),
    startedAt,
  })
  const report = async () => {
    const { peers } = await plugin.reportState(internalContext(), state())
    if (peers) await network?.wires.setPeers?.(peers)
  }

  const heartbeat = reconciler({
    name: `network agent report of ${host}`,
    everyMs: options.reportIntervalMs,
    clock,
    log,
    // Stopping does not wait for a report, since there may be no server to receive it.
    run: (stopping) => unlessAborted(stopping, report()),
  })

  const parts = (open: HostNetwork) => ({
    ...{ host, network: open, plugin, pending, members, wired, prepared, lately, log },
    metadata: options.metadata,
    functions: options.nicSwitch?.functions,
  })
  let lastFullSync = Number.NEGATIVE_INFINITY
  const sync: Reconciler = reconciler({
    name: `network agent of ${host}`,
    everyMs: retryMs,
    clock,
    log,
    run: async () => {
      if (!network) return
      if (clock.now() - lastFullSync >= resyncMs) {
        pending.everything()
        lastFullSync = clock.now()
      }
      await syncPorts(parts(network))
      await dhcp.run()
    },
  })

  const dhcp = restBetween({
    clock,
    restMs: dhcpRestMs,
    mostRestMs: mostDhcpRestMs,
    again: () => sync.wake(),
    work: async () => network !== undefined && syncDhcp(parts(network)),
  })

  const serve = (open: HostNetwork): Promise<Subscription> =>
    serveRpc(
      bus,
      networkAgent,
      { server: host, log, observer },
      {
        prepareNetwork: async (_ctx, segment) => {
          prepared.add(shortId(segment.id))
          await open.wires.ensureNetwork(segment)
          return {}
        },
        portsChanged: async (ctx, { portIds, gone = false }) => {
          for (const id of portIds) gone ? pending.gone(id) : pending.port(id, ctx)
          sync.wake()
        },
        membersChanged: async (_ctx, { groups }) => {
          pending.members(groups)
          sync.wake()
        },
        rulesChanged: async (_ctx, { groupIds }) => {
          pending.rules(groupIds)
          sync.wake()
        },
        dhcpChanged: async (ctx, { networkId }) => {
          pending.dhcp(networkId, ctx)
          sync.wake()
        },
        peersChanged: async () => heartbeat.wake(),
        inventory: () => inventoryOf(driver, open, lately),
        resync: async () => {
          pending.everything()
          sync.wake()
        },
      },
    )

  return {
    start: async () => {
      network = remembering(await driver.open(host), lately)
      subscription = await serve(network)
      stopWatching = network.ports.watchDevices((device) => {
        if (pending.deviceAppeared(device)) sync.wake()
      })
      try {
        await report()
      } catch (error) {
        log.warn({ host, reason: messageOf(error) }, 'could not send the first report to the network server')
      }
      heartbeat.start()
      sync.start()
      await sync.idle()
    },
    idle: async () => {
      dhcp.endRest()
      sync.wake()
      await sync.idle()
    },
    stop: async () => {
      await subscription?.close()
      await stopWatching()
      await heartbeat.stop()
      await sync.stop()
      dhcp.stop()
      await options.metadata?.closeAll()
      await network?.close()
    },
  }
}
