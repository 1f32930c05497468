import type { ComputeHostPort } from '../app/compute-host-port.ts'
import type { Cells } from '../db/cells/open-cells.ts'
import { agentsByCell } from './agents-by-cell.ts'

/** Calls the agents of compute hosts, each over the broker of its cell. */
export const rpcComputeHostPort = (cells: Pick<Cells, 'bus'>): ComputeHostPort => {
  const agent = agentsByCell(cells)
  return {
    consoleOutput: async (ctx, at, order) => (await (await agent(at)).consoleOutput(ctx, order)).output,
    vncConsole: async (ctx, at, order) => (await (await agent(at)).vncConsole(ctx, order)).console,
    spiceConsole: async (ctx, at, order) => (await (await agent(at)).spiceConsole(ctx, order)).console,
    serialConsole: async (ctx, at, order) => (await (await agent(at)).serialConsole(ctx, order)).console,
    diagnostics: async (ctx, at, order) => (await agent(at)).diagnostics(ctx, order),
    uptime: async (ctx, at) => (await (await agent(at)).hostUptime(ctx, {})).uptime,
    freeze: async (ctx, at, order) => {
      await (await agent(at)).freezeServer(ctx, order)
    },
    thaw: async (ctx, at, order) => {
      await (await agent(at)).thawServer(ctx, order)
    },
    abortLiveMigration: async (ctx, at, order) => {
      await (await agent(at)).abortLiveMigration(ctx, order)
    },
    forceLiveMigration: async (ctx, at, order) => {
      await (await agent(at)).forceLiveMigration(ctx, order)
    },
    reportSoon: async (ctx, at) => (await agent(at)).reportSoon(ctx, {}),
    cutSoftReboot: async (ctx, { serverId, ...at }) => (await agent(at)).cutSoftReboot(ctx, { serverId }),
    externalEvents: async (ctx, { events, ...at }) =>
      (await agent(at)).externalEvents(ctx, {
        events: events.map(({ serverId, name, status, tag }) => ({
          serverId,
          name,
          status,
          ...(tag === null ? {} : { tag }),
        })),
      }),
  }
}
