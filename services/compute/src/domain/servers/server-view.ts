import { hash } from 'node:crypto'
import type { ServerView } from '@nimbo/contracts/compute/servers'
import type { InstanceFault } from './instance-fault.ts'
import type { ServerInterface } from '../networks/network-info.ts'
import { kernelOf } from '../images/kernel-of-image.ts'
import { internalName, type Server } from './server.ts'
import { statusOf } from './server-status.ts'
import { wireTime, wireTimeMicrosOrNull } from '../wire-time.ts'

/** A server with everything that is shown with it. */
export interface ServerDescription {
  readonly server: Server
  readonly availabilityZone: string
  readonly fault?: InstanceFault
  readonly volumes: readonly { readonly id: string; readonly deleteOnTermination: boolean }[]
  readonly securityGroups: readonly string[]
  readonly groupIds: readonly string[]
  readonly schedulerHints: Readonly<Record<string, string | readonly string[]>>
  /** The zone that was requested. */
  readonly pinnedZone: string | null
  readonly hostStatus: string
}

/** What the caller may see, and the base of links. */
export interface Viewer {
  readonly base: string
  /** How much of the host's status is shown. */
  readonly hostStatus: 'all' | 'unknown' | 'none'
  readonly faultDetails: boolean
  readonly flavorLinked: boolean
}

/** The `hostId`: a hash that is the same for a project's servers on one host, and does not reveal the host. */
const hostIdOf = ({ projectId, host }: Pick<Server, 'projectId' | 'host'>): string =>
  host === null ? '' : hash('sha224', `${projectId}${host}`)

/** The base of bookmark links: the URL without the API version. */
export const bookmarkBase = (base: string): string => base.replace(/\/v2\.1(?=\/|$)/, '')

/** The link to an image; clients take the id from its end. */
export const imageLink = (base: string, id: string): string => `${bookmarkBase(base)}/images/${id}`

export const linksTo = (base: string, path: string) => [
  { rel: 'self', href: `${base}${path}` },
  { rel: 'bookmark', href: `${bookmarkBase(base)}${path}` },
]

/** An address with its extended attributes. */
interface ServerAddress {
  readonly version: number
  readonly addr: string
  readonly 'OS-EXT-IPS:type': string
  readonly 'OS-EXT-IPS-MAC:mac_addr': string
}

/** `addresses`, by network; floating IPs follow their fixed IP. */
export const addressesOf = (interfaces: readonly ServerInterface[]) => {
  const networks = new Map<string, ServerAddress[]>()
  for (const { networkName, macAddress, addresses } of interfaces) {
    const entry = (addr: string, version: number, type: string) => ({
      version,
      addr,
      'OS-EXT-IPS:type': type,
      'OS-EXT-IPS-MAC:mac_addr': macAddress,
    })
    const entries = addresses.flatMap(({ address, version, floatingIps }) => [
      entry(address, version, 'fixed'),
      ...floatingIps.map((floating) => entry(floating, 4, 'floating')),
    ])
    networks.set(networkName, [...(networks.get(networkName) ?? []), ...entries])
  }
  return Object.fromEntries(networks)
}

const withProgress = ['ACTIVE', 'BUILD', 'REBUILD', 'RESIZE', 'VERIFY_RESIZE', 'MIGRATING']
const withFault = ['ERROR', 'DELETED']

const faultView = ({ code, message, details, createdAt }: InstanceFault, detailed: boolean) => ({
  code,
  created: wireTime(createdAt),
  message,
  ...(details !== null && (detailed || code !== 500) ? { details } : {}),
})

const flavorView = ({ flavor }: Server) => ({
  vcpus: flavor.vcpus,
  ram: flavor.memoryMb,
  disk: flavor.rootGb,
  ephemeral: flavor.ephemeralGb,
  swap: flavor.swapMb,
  original_name: flavor.name,
  extra_specs: { ...flavor.extraSpecs },
})

/** Before 2.47 the flavor was shown as a link. */
const flavorLink = ({ flavor }: Server, base: string) => ({
  id: flavor.id,
  links: [{ rel: 'bookmark', href: `${bookmarkBase(base)}/flavors/${flavor.id}` }],
})

const imageView = ({ imageId, imageProperties }: Server, base: string) =>
  imageId === null
    ? ''
    : {
        id: imageId,
        links: [{ rel: 'bookmark', href: imageLink(base, imageId) }],
        properties: imageProperties,
      }

/** Attributes visible to admins only. */
const attributesView = (server: Server) => ({
  'OS-EXT-SRV-ATTR:host': server.host,
  'OS-EXT-SRV-ATTR:instance_name': server.number === 0 ? '' : internalName(server.number),
  'OS-EXT-SRV-ATTR:hypervisor_hostname': server.node,
  'OS-EXT-SRV-ATTR:reservation_id': server.reservationId,
  'OS-EXT-SRV-ATTR:launch_index': server.launchIndex,
  'OS-EXT-SRV-ATTR:kernel_id': kernelOf(server.imageProperties).kernelId,
  'OS-EXT-SRV-ATTR:ramdisk_id': kernelOf(server.imageProperties).ramdiskId,
  'OS-EXT-SRV-ATTR:root_device_name': server.rootDeviceName,
  'OS-EXT-SRV-ATTR:user_data': server.userData,
})

const showsHostStatus = ({ hostStatus }: ServerDescription, viewer: Viewer): boolean =>
  viewer.hostStatus === 'all' || (viewer.hostStatus === 'unknown' && hostStatus === 'UNKNOWN')

/** A server with the attributes of all microversions; before 2.47 its flavor is a link. */
export const serverView = (described: ServerDescription, viewer: Viewer): ServerView => {
  const { server } = described
  const status = statusOf(server.vmState, server.taskState)
  return {
    id: server.id,
    name: server.name,
    status,
    tenant_id: server.projectId,
    user_id: server.userId,
    metadata: { ...server.metadata },
    hostId: hostIdOf(server),
    image: imageView(server, viewer.base),
    flavor: viewer.flavorLinked ? flavorLink(server, viewer.base) : flavorView(server),
    created: wireTime(server.createdAt),
    updated: wireTime(server.updatedAt ?? server.createdAt),
    addresses: addressesOf(server.networkInfo),
    accessIPv4: server.accessIpV4 ?? '',
    accessIPv6: server.accessIpV6 ?? '',
    links: linksTo(viewer.base, `/servers/${server.id}`),
    'OS-DCF:diskConfig': server.diskConfig,
    ...(withProgress.includes(status) ? { progress: server.progress } : {}),
    ...(described.fault && withFault.includes(status)
      ? { fault: faultView(described.fault, viewer.faultDetails) }
      : {}),
    'OS-EXT-AZ:availability_zone': described.availabilityZone,
    config_drive: server.configDrive ? 'True' : '',
    key_name: server.keyName,
    'OS-SRV-USG:launched_at': wireTimeMicrosOrNull(server.launchedAt),
    'OS-SRV-USG:terminated_at': wireTimeMicrosOrNull(server.terminatedAt),
    ...attributesView(server),
    'OS-EXT-SRV-ATTR:hostname': server.hostname,
    'OS-EXT-STS:task_state': server.taskState,
    'OS-EXT-STS:vm_state': server.vmState,
    'OS-EXT-STS:power_state': server.powerState,
    'os-extended-volumes:volumes_attached': described.volumes.map(({ id, deleteOnTermination }) => ({
      id,
      delete_on_termination: deleteOnTermination,
    })),
    ...(described.securityGroups.length > 0
      ? { security_groups: described.securityGroups.map((name) => ({ name })) }
      : {}),
    ...(showsHostStatus(described, viewer) ? { host_status: described.hostStatus } : {}),
    locked: server.locked,
    locked_reason: server.lockedReason,
    description: server.description,
    tags: [...server.tags],
    trusted_image_certificates:
      server.trustedImageCertificates === null ? null : [...server.trustedImageCertificates],
    ...(described.groupIds ? { server_groups: [...described.groupIds] } : {}),
    pinned_availability_zone: described.pinnedZone,
    scheduler_hints: { ...described.schedulerHints },
  }
}
