import { mdevsOfServer, removeMdevs } from '../pci/mdevs-of-server.ts'
import { coverDevices } from '../pci/placed-devices.ts'
import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { type Reverter, reverter } from '@nimbo/kernel/reverter'
import { rootDevice } from '../../domain/block-devices/device-names.ts'
import { requestedTopology } from '../../domain/numa/requested-topology.ts'
import type { ServerPort } from '../../domain/networks/server-port.ts'
import { bootsFromVolume, localDiskGb } from '../../domain/scheduling/requested-resources.ts'
import type { DiskConnection } from '../../driver/hypervisor.ts'
import { releasePorts } from '../../resources/release-ports.ts'
import { broughtPorts } from '../../resources/server-ports.ts'
import type { AgentPeers, AgentSelf, AgentStore } from '../agent-context.ts'
import { errors } from '../agent-errors.ts'
import { claimPlace, releasePlace } from '../host/numa-places.ts'
import type { CachedImage } from '../images/image-cache.ts'
import { allocateNetworks } from '../networks/allocate-networks.ts'
import { interfaceOf } from '../networks/server-port.ts'
import { retryAllocation } from '../networks/retry-allocation.ts'
import { waitForPorts } from '../networks/wait-for-ports.ts'
import { attachVolumes } from '../volumes/attach-volumes.ts'
import { takeBackVolume } from '../volumes/take-back-volume.ts'
import { nameAddresses, reportedAddresses } from '../reported-addresses.ts'
import { makeConfigDrive } from './make-config-drive.ts'
import { rootDiskBytes, spawnOrder } from './spawn-order.ts'
import { toldMachineType } from './told-machine-type.ts'

export type BuildServerDeps = AgentSelf & AgentPeers & AgentStore

/** What all steps of one build share. */
interface Build {
  readonly deps: BuildServerDeps
  readonly ctx: Context
  readonly serverId: ServerId
  readonly undo: Reverter
  readonly aborted: AbortSignal
}

/**
 * Lines 22 to 30 of the boot flow, on this host. Can be repeated: it reuses what an earlier attempt made. When it
 * throws, it has cleaned up: no claim, port, file or domain is left. Volumes stay reserved for the server; the flow
 * decides about them.
 */
export const buildServer =
  (deps: BuildServerDeps) =>
  async (ctx: Context, serverId: ServerId, aborted: AbortSignal): Promise<void> => {
    await using undo = reverter()
    const build: Build = { deps, ctx, serverId, undo, aborted }
    const server = await claimResources(build)
    using heard = deps.events.listen()
    const ports = await bindPorts(build, server)
    const volumes = await connectVolumes(build, server)
    const cachedImage = await fetchImage(build, server, volumes)
    const configDrivePath = await prepareDisks(build, server, ports)
    const given = deps.devices.heldBy(serverId)
    const mdevs = await mdevsOfServer(deps)(ctx, server)
    const order = spawnOrder(server, {
      ...{ ports, volumes, cachedImage, configDrivePath, given, mdevs },
      ...{ tracker: deps.tracker, overlaysImages: deps.overlaysImages },
    })
    // Reported before the guest gets the devices, so that a host that restarts does not give them to another server.
    if (given.length > 0) {
      await deps.tellDevices(ctx)
      await coverDevices(deps, ctx, server)
    }

    if (mdevs.length > 0) undo.add(() => removeMdevs(deps)(serverId))
    undo.add(() => deps.hypervisor.spawning.destroy(serverId))
    await inSpan(build, 'spawn', async (at) => {
      const plugged = () => waitForPorts(deps)(at, { serverId, ports, heard }, aborted)
      const addressed = nameAddresses(deps)(at, server, ports)
      await deps.hypervisor.spawning.spawn(order, plugged, addressed)
      for (const { attachmentId } of volumes) await deps.volume.completeAttachment(at, attachmentId)
    })
    deps.devices.settle(serverId)
    refuseWhenAborted(build)
    await inSpan(build, 'report-active', async (at) => {
      const powerState = await deps.hypervisor.power.powerState(serverId)
      const interfaces = ports.map(interfaceOf)
      const { host, conductor } = deps
      const told = { ...(await reportedAddresses(deps, server)), ...toldMachineType(deps, server) }
      const finished = { host, serverId, node: server.node, powerState, interfaces, rootDevice, ...told }
      const { kept } = await keptUnlessRefused(undo, conductor.buildFinished(at, finished))
      if (!kept) throw errors.ServerGone({ serverId })
    })
    undo.keep()
  }

/**
 * If the conductor's answer is lost, this host cannot know whether the server counts as built, so everything stays. If
 * the build is requested again, this host finds what it made; if the server moved to another host, the cloud tells this
 * host to remove it.
 */
const keptUnlessRefused = async <Answer>(undo: Reverter, answered: Promise<Answer>): Promise<Answer> => {
  try {
    return await answered
  } catch (error) {
    undo.keep()
    throw error
  }
}

const inSpan = <Result>(
  { deps, ctx, serverId }: Build,
  name: string,
  work: (ctx: Context) => Promise<Result>,
): Promise<Result> => deps.tracer.span(ctx, name, work, { resource: serverId, host: deps.host })

const refuseWhenAborted = ({ aborted, serverId }: Build): void => {
  if (aborted.aborted) throw errors.ServerGone({ serverId })
}

/** Reports the build's progress; the conductor may answer that this host must stop. */
const progress = async (
  build: Build,
  at: Context,
  taskState: 'block_device_mapping' | 'spawning',
): Promise<void> => {
  refuseWhenAborted(build)
  const { host, conductor } = build.deps
  const { goOn } = await conductor.reportProgress(at, { host, serverId: build.serverId, taskState })
  if (!goOn) throw errors.ServerGone({ serverId: build.serverId })
}

const claimResources = (build: Build): Promise<HostedServer> =>
  inSpan(build, 'claim-resources', async (at) => {
    const { conductor, host } = build.deps
    const { server } = await conductor.getServer(at, { serverId: build.serverId, builder: host })
    if (server === undefined || server.host !== host) throw errors.ServerGone({ serverId: build.serverId })
    build.undo.add(() => releasePlace(build.deps)(build.ctx, server.id))
    const numaTopology = requestedTopology(server)
    const claim = {
      serverId: server.id,
      node: server.node,
      vcpus: server.flavor.vcpus,
      memoryMb: server.flavor.memoryMb,
      diskGb: localDiskGb(server.flavor, bootsFromVolume(server.disks)),
      ...(server.flavor.pciRequests === undefined ? {} : { pci: server.flavor.pciRequests }),
      ...(numaTopology === undefined ? {} : { numaTopology }),
    }
    const requested = typeof server.networks === 'string' ? [] : server.networks
    await claimPlace(build.deps)(at, server.id, claim, requested)
    return server
  })

const bindPorts = (build: Build, server: HostedServer): Promise<readonly ServerPort[]> =>
  inSpan(build, 'allocate-networks', async (at) => {
    const { network, host } = build.deps
    refuseWhenAborted(build)
    build.undo.add(() =>
      releasePorts(network, build.ctx, { serverId: server.id, preexisting: broughtPorts(server), host }),
    )
    return retryAllocation(build.deps)(() => allocateNetworks(build.deps)(at, server), build.aborted)
  })

const connectVolumes = (build: Build, server: HostedServer): Promise<readonly DiskConnection[]> =>
  inSpan(build, 'attach-volumes', async (at) => {
    const { host, conductor } = build.deps
    if (server.disks.every(({ destinationType }) => destinationType === 'local')) return []
    await progress(build, at, 'block_device_mapping')
    const takeBack = takeBackVolume(build.deps)
    return attachVolumes(build.deps)(
      at,
      server,
      async (made) => {
        build.undo.add(() => takeBack(build.ctx, server.id, made))
        const { kept } = await conductor.diskAttached(at, { host, serverId: server.id, disk: made.disk })
        if (!kept) throw errors.ServerGone({ serverId: server.id })
      },
      build.aborted,
    )
  })

/** Resolves to undefined for a server that boots from a volume: it needs no image on this host. */
const fetchImage = (
  build: Build,
  server: HostedServer,
  volumes: readonly DiskConnection[],
): Promise<CachedImage | undefined> =>
  inSpan(build, 'fetch-image', async (at) => {
    await progress(build, at, 'spawning')
    const bootsFromVolume = volumes.some(({ bootIndex }) => bootIndex === 0)
    return bootsFromVolume || server.image === undefined
      ? undefined
      : build.deps.images.fetch(at, server.image, rootDiskBytes(server.flavor))
  })

const prepareDisks = (
  build: Build,
  server: HostedServer,
  ports: readonly ServerPort[],
): Promise<string | undefined> =>
  inSpan(build, 'prepare-disk-config', async (at) => {
    const { directories } = build.deps
    build.undo.add(() => directories.remove(server.id))
    return makeConfigDrive(build.deps)(at, server, ports)
  })
