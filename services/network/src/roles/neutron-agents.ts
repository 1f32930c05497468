import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import type { NeutronConfig } from '../config.ts'
import type { NetworkAgentDriver } from '../driver/network-agent-driver.ts'
import { doorsWhereWanted } from './doors-where-wanted.ts'
import { hostAgent } from '../tasks/host-agent.ts'

export interface NeutronAgentsOptions {
  readonly config: NeutronConfig
  readonly drivers: { network(): Promise<NetworkAgentDriver> }
  /** The hosts whose agents run in this process: one, or for a driver that is not bound to a machine any number. */
  readonly hosts: readonly string[]
}

/** Starts the agents that wire ports and serve DHCP on their hosts. They have no database: all they know they ask. */
export const startNeutronAgents = async (
  { bus, clock, log, transport }: Pick<ServiceHost, 'bus' | 'clock' | 'log' | 'transport'>,
  { config, drivers, hosts }: NeutronAgentsOptions,
): Promise<RunningService> => {
  const driver = await drivers.network()
  const agentOf = async (host: string) =>
    hostAgent({
      host,
      driver,
      bus,
      clock,
      log: log.child({ host }),
      availabilityZone: config.AGENT.availability_zone,
      metadata: await doorsWhereWanted({ bus, clock, transport, log: log.child({ host }) }, config),
      reportIntervalMs: config.AGENT.report_interval * 1000,
    })
  const agents = await Promise.all(hosts.map(agentOf))
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
