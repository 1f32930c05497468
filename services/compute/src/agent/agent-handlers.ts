import type { agentRpc } from '@nimbo/contracts/compute-rpc/agent'
import type { RpcHandlers } from '@nimbo/rpc/define-rpc'
import type { Builds } from './builds/builds.ts'
import { diagnose } from './diagnose.ts'
import { hostContents } from './host/host-contents.ts'
import { hostUptime } from './host/host-uptime.ts'
import { cacheImages } from './images/cache-images.ts'
import type { MoveDeps } from './moves/move-deps.ts'
import { moveServer } from './moves/move-server.ts'
import { externalEvents } from './networks/external-events.ts'
import { losePortDevice } from './pci/lose-port-device.ts'
import { freezeServer, thawServer } from './operations/freeze-server.ts'
import { operateServer } from './operations/operate-server.ts'
import { terminateServer } from './operations/terminate-server.ts'

export type AgentHandlersDeps = MoveDeps & {
  readonly builds: Builds
  /** Makes the host report soon: it may have resources to release, or the conductor's answer may list work for it. */
  readonly reportSoon: () => void
  /** Makes the host send the usage of its servers to the conductor soon. */
  readonly usageChanged: () => void
  /** Called when a host that counted as down is up again: its servers may have been deleted meanwhile. */
  readonly isUpAgain: () => void
}

/** The RPC handlers of a compute host. */
export const agentHandlers = (deps: AgentHandlersDeps): RpcHandlers<typeof agentRpc.methods> => ({
  buildServer: async (ctx, { serverId }) => {
    await deps.builds.build(ctx, serverId)
    await deps.tellDevices(ctx)
    deps.usageChanged()
  },
  terminateServer: async (ctx, { serverId }) => {
    await terminateServer(deps)(ctx, serverId)
    await deps.tellDevices(ctx)
    deps.usageChanged()
    return {}
  },
  operateServer: (ctx, order) => operateServer(deps)(ctx, order),
  // Not queued: the soft reboot has the server's turn.
  cutSoftReboot: (_ctx, { serverId }) => deps.softReboots.cut(serverId),
  freezeServer: async (ctx, { serverId }) => {
    await freezeServer(deps)(ctx, serverId)
    return {}
  },
  thawServer: async (_ctx, { serverId }) => {
    await thawServer(deps)(serverId)
    return {}
  },
  moveServer: async (ctx, order) => {
    const moved = await moveServer(deps)(ctx, order)
    await deps.tellDevices(ctx)
    deps.reportSoon()
    return moved
  },
  // Not queued behind earlier work on the server: the live migration to abort is that work.
  abortLiveMigration: async (_ctx, { serverId }) => {
    await deps.hypervisor.live?.abort(serverId)
    return {}
  },
  forceLiveMigration: async (_ctx, { serverId }) => {
    await deps.hypervisor.live?.forceComplete(serverId)
    return {}
  },
  disksAside: async (_ctx, { serverId }) => ({ disks: await deps.hypervisor.moves.aside(serverId).list() }),
  readDiskAside: async (_ctx, { serverId, name, offset, length }) => {
    const piece = await deps.hypervisor.moves.aside(serverId).read(name, offset, length)
    return piece === undefined ? {} : { piece: Buffer.from(piece).toString('base64') }
  },
  consoleOutput: async (_ctx, { serverId, maxBytes }) => ({
    output: await deps.hypervisor.consoles.consoleOutput(serverId, maxBytes),
  }),
  vncConsole: async (_ctx, { serverId }) => {
    const console = await deps.hypervisor.consoles.vncConsole(serverId)
    return console === undefined ? {} : { console }
  },
  serialConsole: async (_ctx, { serverId }) => {
    const console = await deps.hypervisor.consoles.serialConsole?.(serverId)
    return console === undefined ? {} : { console }
  },
  spiceConsole: async (_ctx, { serverId }) => {
    const console = await deps.hypervisor.consoles.spiceConsole?.(serverId)
    return console === undefined ? {} : { console }
  },
  diagnostics: (_ctx, { serverId }) => diagnose(deps.hypervisor, serverId),
  hostUptime: async () => ({ uptime: hostUptime(deps.clock) }),
  hostContents: () => hostContents(deps),
  reportSoon: async () => {
    deps.isUpAgain()
    deps.reportSoon()
  },
  cacheImages: (ctx, { images }) => cacheImages(deps)(ctx, images),
  externalEvents: (ctx, { events }) =>
    externalEvents({ ...deps, loseDevice: losePortDevice(deps) })(ctx, events),
})
