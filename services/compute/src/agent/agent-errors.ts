import { defineErrors, fault, isFault } from '@nimbo/kernel/errors'
import { hostFailures } from '../domain/hosts/host-failures.ts'

/** How work on a host can fail; admins see these messages in the server's fault. */
export const errors = defineErrors({
  ServerGone: fault<{ serverId: string }>(
    'notFound',
    ({ serverId }) => `Instance ${serverId} could not be found.`,
  ),
  InsufficientResources: fault<{ reason: string }>(
    'conflict',
    ({ reason }) => `Insufficient compute resources: ${reason}.`,
  ),
  PciDeviceRequestFailed: fault<{ requests: string }>(
    'conflict',
    ({ requests }) => `PCI device request ${requests} failed`,
  ),
  PciPassthroughUnsupported: fault<{ hypervisorType: string }>(
    'notImplemented',
    ({ hypervisorType }) =>
      `[pci] device_spec offers PCI devices of this host, and its hypervisor (${hypervisorType}) cannot give any to guests.`,
  ),
  InvalidNetworkNUMAAffinity: fault<{ reason: string }>(
    'badRequest',
    ({ reason }) => `Invalid NUMA network affinity configured: ${reason}`,
  ),
  NodeUnknown: fault<{ node: string }>('notFound', ({ node }) => `Compute node ${node} could not be found.`),
  NetworkAmbiguous: fault<{ projectId: string }>(
    'conflict',
    () => 'Multiple possible networks found, use a Network ID to be more specific.',
  ),
  SecurityGroupUnknown: fault<{ name: string }>(
    'notFound',
    ({ name }) => `Security group ${name} not found.`,
  ),
  NetworksWithQoSPolicyNotSupported: fault<{ serverId: string; networkId: string }>(
    'badRequest',
    ({ serverId, networkId }) =>
      `Using networks with QoS policy is not supported for instance ${serverId}. (Network ID is ${networkId})`,
  ),
  PortUnknown: fault<{ portId: string }>('notFound', ({ portId }) => `Port id ${portId} could not be found.`),
  PortInUse: fault<{ portId: string }>('conflict', ({ portId }) => `Port ${portId} is still in use.`),
  PortBindingFailed: fault<{ portId: string }>(
    'unavailable',
    ({ portId }) => `Binding failed for port ${portId}, please check neutron logs for more information.`,
  ),
  VirtualInterfaceCreateFailed: fault<{ ports: string }>(
    'unavailable',
    ({ ports }) =>
      `Virtual Interface creation failed: the network service did not say in time that ${ports} is up.`,
  ),
  VolumeNotReady: fault<{ volumeId: string; status: string }>(
    'unavailable',
    ({ volumeId, status }) => `Volume ${volumeId} did not finish being created: its status is ${status}.`,
  ),
  VolumeNotReimaged: fault<{ volumeId: string; status: string }>(
    'unavailable',
    ({ volumeId, status }) => `Volume ${volumeId} was not given its image: its status is ${status}.`,
  ),
  VolumeUnknown: fault<{ volumeId: string }>(
    'notFound',
    ({ volumeId }) => `Volume ${volumeId} could not be found.`,
  ),
  AttachmentUnknown: fault<{ attachmentId: string }>(
    'notFound',
    ({ attachmentId }) => `Volume attachment ${attachmentId} could not be found.`,
  ),
  ConnectionUnsupported: fault<{ volumeId: string; type: string }>(
    'internal',
    ({ volumeId, type }) => `Volume ${volumeId} is offered by "${type}", which this host cannot reach.`,
  ),
  QemuGuestAgentNotEnabled: fault('badRequest', 'QEMU guest agent is not enabled'),
  InstanceQuiesceNotSupported: fault<{ serverId: string }>(
    'badRequest',
    ({ serverId }) => `Quiescing is not supported in instance ${serverId}`,
  ),
  PasswordLost: fault<{ serverId: string }>(
    'conflict',
    ({ serverId }) => `The password that instance ${serverId} was to get is not known any more.`,
  ),
  ImageUnknown: fault<{ imageId: string }>(
    'notFound',
    ({ imageId }) => `Image ${imageId} could not be found.`,
  ),
  ImageCorrupt: fault<{ imageId: string }>(
    'internal',
    ({ imageId }) => `Image ${imageId} is not what its hash says; it was not used.`,
  ),
  ImageSignatureInvalid: fault<{ imageId: string; reason: string }>(
    'badRequest',
    ({ imageId, reason }) => `Signature verification for image ${imageId} failed: ${reason}`,
  ),
  CertificateInvalid: fault<{ certificateId: string; reason: string }>(
    'badRequest',
    ({ certificateId, reason }) =>
      `Image signature certificate validation failed for certificate: ${certificateId}. ${reason}`,
  ),
  ImageUnacceptable: fault<{ imageId: string; reason: string }>(
    'badRequest',
    ({ imageId, reason }) => `Image ${imageId} is unacceptable: ${reason}`,
  ),
  FlavorDiskSmallerThanImage: fault<{ flavorBytes: number; imageBytes: number }>(
    'badRequest',
    ({ flavorBytes, imageBytes }) =>
      `Flavor's disk is too small for requested image. Flavor disk is ${flavorBytes} bytes, image is ${imageBytes} bytes.`,
  ),
  /** The hypervisor's own message is shown to admins only. */
  HypervisorFailed: fault<{ operation: string; reason: string }>(
    'internal',
    ({ operation }) => `The host could not ${operation}.`,
  ),
  NoTpm: fault<{ serverId: string }>(
    'badRequest',
    ({ serverId }) => `The hypervisor of this host has no TPM for server ${serverId}.`,
  ),
  InvalidLocalStorage: fault<{ path: string; reason: string }>(
    'badRequest',
    ({ path, reason }) => `${path} is not on local storage: ${reason}`,
  ),
  InvalidSharedStorage: fault<{ path: string; reason: string }>(
    'badRequest',
    ({ path, reason }) => `${path} is not on shared storage: ${reason}`,
  ),
  MigrationPreCheckError: fault<{ reason: string }>(
    'badRequest',
    ({ reason }) => `Migration pre-check error: ${reason}`,
  ),
  LiveMigrationAborted: fault<{ serverId: string }>(
    'conflict',
    ({ serverId }) => `Live migration of instance ${serverId} was aborted.`,
  ),
  BootDeviceMissing: fault<{ serverId: string }>(
    'badRequest',
    ({ serverId }) => `Instance ${serverId} has neither an image nor a volume to boot from.`,
  ),
})

/** Failures that would occur on every host, so the build is not retried. */
const hopeless = [
  'NetworkUnknown',
  'NetworkAmbiguous',
  'NetworksWithQoSPolicyNotSupported',
  'SecurityGroupUnknown',
  'PortUnknown',
  'PortInUse',
  'VolumeNotReady',
  'VolumeNotReimaged',
  'VolumeUnknown',
  'ImageCorrupt',
  'ImageUnacceptable',
  'ImageSignatureInvalid',
  'CertificateInvalid',
  'FlavorDiskSmallerThanImage',
  'BootDeviceMissing',
]

/** Status codes of refusals that another token or a later attempt may avoid. */
const notForGood = [401, 408, 429]

/** Whether another service refused the request itself, for example because of a quota or invalid values. */
const isRefusal = (error: unknown): boolean => {
  if (!isFault(error, 'RemoteFault')) return false
  const status = Number(error.details.status)
  return status >= 400 && status < 500 && !notForGood.includes(status)
}

/** Whether a failed build is worth retrying on another host. */
export const mayGoElsewhere = (error: unknown): boolean => !isFault(error, ...hopeless) && !isRefusal(error)

/** Whether a build failed because a service or the broker was unavailable. */
export const isOutage = (error: unknown): boolean =>
  isFault(error) && error.kind === 'unavailable' && !hostFailures.includes(error.code)
