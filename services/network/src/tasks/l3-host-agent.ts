import type { Bus, Subscription } from '@nimbo/bus/bus'
import type { AgentState } from '@nimbo/contracts/network/agent-rpc'
import { l3Agent, l3Plugin } from '@nimbo/contracts/network/l3-rpc'
import { reconciler } from '@nimbo/durable/reconciler'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import { unlessAborted } from '@nimbo/kernel/deadline'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { serveRpc } from '@nimbo/rpc/serve-rpc'
import type { SpanSink } from '@nimbo/trace/span'
import { agentSpans } from '../agent/agent-spans.ts'
import type { MetadataSockets } from '../agent/metadata-sockets.ts'
import { pendingRouters } from '../agent/pending-routers.ts'
import { syncRouters } from '../agent/sync-routers.ts'
import type { NeutronConfig } from '../config.ts'
import type { NetworkAgentDriver } from '../driver/network-agent-driver.ts'
import type { RunsRouters } from '../driver/runs-routers.ts'

export interface L3HostAgentOptions {
  readonly host: string
  readonly driver: Required<Pick<NetworkAgentDriver, 'openRouters'>>
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly spans: SpanSink
  readonly availabilityZone: string
  /** The `agent_mode`: which kinds of routers it runs. */
  readonly mode: NeutronConfig['DEFAULT']['agent_mode']
  readonly reportIntervalMs: number
  /** The metadata proxy of the host, if it has one. */
  readonly metadata?: MetadataSockets | undefined
}

export interface L3HostAgent {
  /** Resolves when the server knows the agent and the host's routers run. */
  start(): Promise<void>
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/** Milliseconds until a failed change is retried, and between full resyncs. */
const retryMs = 2_000
const resyncMs = 60_000

/** The L3 agent of one host: asks the server for the wanted state and has the driver realise it. */
export const l3HostAgent = (options: L3HostAgentOptions): L3HostAgent => {
  const { host, driver, bus, clock, log } = options
  const observer = agentSpans('neutron-l3-agent', options.spans)
  const plugin = rpcClient(bus, l3Plugin, { observer }).on()
  const startedAt = timestamp(clock)
  const pending = pendingRouters()
  let running: RunsRouters | undefined
  let subscription: Subscription | undefined
  let stopWatching = () => {}

  const state = (): AgentState => ({
    host,
    agentType: 'L3 agent',
    binary: 'neutron-l3-agent',
    topic: 'l3_agent',
    availabilityZone: options.availabilityZone,
    vifType: '',
    configurations: { agent_mode: options.mode, handle_internal_only_routers: true },
    ...(options.metadata ? { metadata: { ...options.metadata.configurations } } : {}),
    startedAt,
  })
  const report = () => plugin.reportState(internalContext(), state())

  const heartbeat = reconciler({
    name: `router agent report of ${host}`,
    everyMs: options.reportIntervalMs,
    clock,
    log,
    // Stopping does not wait for a report, since there may be no server to receive it.
    run: (stopping) => unlessAborted(stopping, report()),
  })

  let lastFullSync = Number.NEGATIVE_INFINITY
  const sync = reconciler({
    name: `router agent of ${host}`,
    everyMs: retryMs,
    clock,
    log,
    run: async () => {
      if (!running) return
      if (clock.now() - lastFullSync >= resyncMs) {
        pending.everything()
        lastFullSync = clock.now()
      }
      await syncRouters({ host, running, plugin, pending, metadata: options.metadata, log })
    },
  })

  return {
    start: async () => {
      running = await driver.openRouters(host)
      subscription = await serveRpc(
        bus,
        l3Agent,
        { server: host, log, observer },
        {
          routersChanged: async (ctx, { routerIds }) => {
            for (const id of routerIds) pending.router(id, ctx)
            sync.wake()
          },
          inventory: async () => ({ routers: [...((await running?.routers()) ?? [])] }),
          resync: async () => {
            pending.everything()
            sync.wake()
          },
        },
      )
      try {
        await report()
      } catch (error) {
        log.warn({ host, reason: messageOf(error) }, 'could not send the first report to the network server')
      }
      stopWatching = running.watchElections((routerId) => {
        pending.router(routerId, internalContext())
        sync.wake()
      })
      heartbeat.start()
      sync.start()
      await sync.idle()
    },
    idle: async () => {
      sync.wake()
      await sync.idle()
    },
    stop: async () => {
      await subscription?.close()
      stopWatching()
      await heartbeat.stop()
      await sync.stop()
      await options.metadata?.closeAll()
      await running?.close()
    },
  }
}
