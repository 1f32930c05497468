import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { type L3HostAgentOptions, l3HostAgent } from '../tasks/l3-host-agent.ts'
import { metadataProxyIfConfigured } from './metadata-proxy-if-configured.ts'
import type { NeutronAgentsOptions } from './neutron-agents.ts'

/**
 * Starts the L3 agent. A process with several simulated hosts has one on the first host only: routers need no more, and
 * each would cost reports.
 */
export const startNeutronL3Agent = async (
  { bus, clock, log, spans, transport }: Pick<ServiceHost, 'bus' | 'clock' | 'log' | 'spans' | 'transport'>,
  { config, drivers, hosts }: NeutronAgentsOptions,
): Promise<RunningService> => {
  const { openRouters } = await drivers.network()
  const agentOf = async (host: string, driver: L3HostAgentOptions['driver']) =>
    l3HostAgent({
      host,
      driver,
      bus,
      clock,
      log: log.child({ host }),
      spans,
      mode: config.DEFAULT.agent_mode,
      availabilityZone: config.AGENT.availability_zone,
      metadata: await metadataProxyIfConfigured({ bus, clock, transport, log: log.child({ host }) }, config),
      reportIntervalMs: config.AGENT.report_interval * 1000,
    })
  const agents = await Promise.all(
    openRouters === undefined ? [] : hosts.slice(0, 1).map((host) => agentOf(host, { openRouters })),
  )
  return {
    begin: async () => {
      for (const agent of agents) await agent.start()
    },
    settled: async () => {
      for (const agent of agents) await agent.idle()
    },
    stop: async () => {
      for (const agent of agents) await agent.stop()
    },
  }
}
