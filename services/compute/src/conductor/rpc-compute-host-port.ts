import type { Bus } from '@nimbo/bus/bus'
import { agentRpc } from '@nimbo/contracts/compute-rpc/agent'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import type { ComputeHostPort } from '../app/compute-host-port.ts'

/** Reaches the agents of compute hosts. */
export const rpcComputeHostPort = (bus: Bus): ComputeHostPort => {
  const agents = rpcClient(bus, agentRpc)
  return {
    consoleOutput: async (ctx, host, order) => (await agents.on(host).consoleOutput(ctx, order)).output,
    vncConsole: async (ctx, host, order) => (await agents.on(host).vncConsole(ctx, order)).console,
    uptime: async (ctx, host) => (await agents.on(host).hostUptime(ctx, {})).uptime,
    externalEvents: (ctx, { host, events }) =>
      agents.on(host).externalEvents(ctx, {
        events: events.map(({ serverId, name, status, tag }) => ({
          serverId,
          name,
          status,
          ...(tag === null ? {} : { tag }),
        })),
      }),
  }
}
