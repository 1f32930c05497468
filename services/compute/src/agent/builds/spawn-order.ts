import type { InjectedData } from '@nimbo/disk-injection/injected-data'
import type { MediatedDevice } from '../../driver/gives-host-devices.ts'
import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import { localDisksOf } from '../../domain/block-devices/local-disks-of.ts'
import { chosenCpuTopology } from '../../domain/numa/cpu-topology.ts'
import type { ServerPort } from '../../domain/networks/server-port.ts'
import type { RootDisk } from '../../driver/boot-disk.ts'
import type { DiskConnection, SpawnOrder } from '../../driver/hypervisor.ts'
import { errors } from '../agent-errors.ts'
import type { CachedImage } from '../images/image-cache.ts'
import type { ResourceTracker } from '../host/resource-tracker.ts'
import { vifOf } from '../networks/server-port.ts'
import type { GivenDevice } from '../pci/host-devices.ts'

/** What was prepared for a server on this host. */
export interface Prepared {
  readonly ports: readonly ServerPort[]
  readonly volumes: readonly DiskConnection[]
  /** Undefined for a server that boots from a volume. */
  readonly cachedImage: CachedImage | undefined
  readonly configDrivePath: string | undefined
  /** Whether disks are overlays on images; otherwise whole copies. */
  readonly overlaysImages: boolean
  /** The PCI devices that the server has claimed. */
  readonly given: readonly GivenDevice[]
  /** The mediated devices that were made for the server. */
  readonly mdevs: readonly MediatedDevice[]
  /** The host's record of the resources and NUMA cells that the server has claimed. */
  readonly tracker: Pick<ResourceTracker, 'find' | 'cells' | 'sharedCpus'>
}

/** Everything the hypervisor needs to build a server, or to start it again. */
export const spawnOrder = (server: HostedServer, prepared: Prepared): SpawnOrder => ({
  id: server.id,
  node: server.node,
  name: server.internalName,
  vcpus: server.flavor.vcpus,
  memoryMb: server.flavor.memoryMb,
  ...placeOf(server, prepared.tracker),
  ...processorsOf(server),
  rootDisk: rootDiskOf(server, prepared),
  ephemeralGb: server.flavor.ephemeralGb,
  swapMb: server.flavor.swapMb,
  localDisks: localDisksOf(server),
  extraSpecs: server.flavor.extraSpecs,
  imageProperties: server.imageProperties,
  vifs: prepared.ports.map((port) => vifOf(port, deviceOf(prepared, port))),
  ...passedDevices(prepared),
  ...(prepared.mdevs.length === 0 ? {} : { mediatedDevices: prepared.mdevs }),
  volumes: prepared.volumes,
  ...(prepared.configDrivePath === undefined ? {} : { configDrivePath: prepared.configDrivePath }),
  ...(server.configDrive ? {} : { injected: injectedInto(server) }),
  owner: {
    userName: server.userName,
    projectName: server.projectName,
    flavorName: server.flavor.name,
    ...(server.image === undefined ? {} : { imageId: server.image.id }),
  },
})

const injectedInto = ({ secrets, publicKey, metadata }: HostedServer): InjectedData => ({
  ...(secrets?.adminPassword === undefined ? {} : { adminPassword: secrets.adminPassword }),
  ...(publicKey === undefined ? {} : { publicKey }),
  metadata,
  files: secrets?.personality ?? [],
})

/** The passthrough device that backs an SR-IOV port; undefined for other ports. */
const deviceOf = ({ given }: Prepared, { port }: ServerPort) =>
  given.find(({ requestId }) => requestId === port.id)?.device

/** The PCI devices that the flavor requests, without those that back ports. */
const passedDevices = ({ given, ports }: Prepared): Pick<SpawnOrder, 'pciDevices'> => {
  if (given.length === 0) return {}
  const ofPorts = new Set(ports.map(({ port }) => port.id))
  const pciDevices = given.filter(({ requestId }) => !ofPorts.has(requestId))
  return { pciDevices: pciDevices.map(({ device: { address, managed = true } }) => ({ address, managed })) }
}

const processorsOf = (server: HostedServer): Pick<SpawnOrder, 'cpuTopology'> => {
  const cpuTopology = chosenCpuTopology(server)
  return cpuTopology === undefined ? {} : { cpuTopology }
}

/** The server's place in the host's NUMA cells, or the shared CPUs for a server without a NUMA topology. */
const placeOf = (
  { id, node }: HostedServer,
  tracker: Prepared['tracker'],
): Pick<SpawnOrder, 'numa' | 'sharedCpus'> => {
  const claim = tracker.find(id)
  if (claim?.numaTopology === undefined) {
    const sharedCpus = tracker.sharedCpus(node)
    return sharedCpus === undefined ? {} : { sharedCpus }
  }
  const { cells = [] } = tracker.cells(claim.node) ?? {}
  const sharedCpus = Object.fromEntries(cells.map((cell) => [cell.id, cell.cpuset]))
  const sizes = cells.flatMap(({ mempages }) => mempages.map(({ sizeKb }) => sizeKb))
  const smallPageKb = sizes.length === 0 ? ordinaryPageKb : Math.min(...sizes)
  return { numa: { topology: claim.numaTopology, sharedCpus, smallPageKb } }
}

/** The page size in KiB of hosts that report none. */
const ordinaryPageKb = 4

const gibibyte = 1024 ** 3

/** The size of the root disk; undefined for a flavor of size zero, whose root disk has the image's size. */
export const rootDiskBytes = ({ rootGb }: HostedServer['flavor']): number | undefined =>
  rootGb === 0 ? undefined : rootGb * gibibyte

const rootDiskOf = (
  { id, image, flavor }: HostedServer,
  { cachedImage, volumes, overlaysImages }: Prepared,
): RootDisk => {
  if (volumes.some(({ bootIndex }) => bootIndex === 0)) return { from: 'volume' }
  if (image === undefined || cachedImage === undefined) throw errors.BootDeviceMissing({ serverId: id })
  return {
    from: 'image',
    cachedImagePath: cachedImage.path,
    cachedImageFormat: cachedImage.format,
    bytes: rootDiskBytes(flavor) ?? Math.max(cachedImage.virtualSize, image.minDiskGb * gibibyte),
    ...(overlaysImages ? {} : { whole: true }),
  }
}
