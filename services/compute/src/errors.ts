import { defineErrors, fault } from '@nimbo/kernel/errors'

/** The message for an id that is not a number where ids are numbers. */
export const notInteger = 'Invalid input received: id must be an integer'

/** Compute's errors with Nova's messages, which clients match on. */
export const errors = defineErrors({
  BadRequest: fault<{ reason: string }>('badRequest', ({ reason }) => reason),
  NotFound: fault<{ reason: string }>('notFound', ({ reason }) => reason),
  Conflict: fault<{ reason: string }>('conflict', ({ reason }) => reason),
  Forbidden: fault<{ reason: string }>('forbidden', ({ reason }) => reason),
  /** Refused by the service that has the resource. */
  QuotaRefused: fault<{ reason: string }>('quotaExceeded', ({ reason }) => reason),
  UnsupportedForm: fault('unsupportedMedia', 'Unsupported Content-Type'),
  Gone: fault('gone', 'This resource is no longer available. No forwarding address is given.'),
  Unsupported: fault<{ reason: string }>('notImplemented', ({ reason }) => reason),
  PolicyForbids: fault<{ rule: string }>(
    'forbidden',
    ({ rule }) => `Policy doesn't allow ${rule} to be performed.`,
  ),

  ServerNotFound: fault<{ id: string }>('notFound', ({ id }) => `Instance ${id} could not be found.`),
  ServerNameTaken: fault<{ name: string }>('conflict', ({ name }) => `Instance ${name} already exists.`),
  ServerLocked: fault<{ id: string }>('conflict', ({ id }) => `Instance ${id} is locked`),
  OperationNotSupportedForVTPM: fault<{ id: string; operation: string }>(
    'conflict',
    ({ id, operation }) => `Operation '${operation}' not supported for vTPM-enabled instance (${id}).`,
  ),
  InstanceNotRescuable: fault<{ id: string; reason: string }>(
    'badRequest',
    ({ id, reason }) => `Instance ${id} cannot be rescued: ${reason}`,
  ),
  UnsupportedRescueImage: fault<{ id: string }>(
    'badRequest',
    ({ id }) => `Requested rescue image '${id}' is not supported`,
  ),
  ServerNotReady: fault<{ id: string }>('conflict', ({ id }) => `Instance ${id} is not ready`),
  WrongState: fault<{ action: string; id: string; attribute: string; state: string }>(
    'conflict',
    ({ action, id, attribute, state }) =>
      `Cannot '${action}' instance ${id} while it is in ${attribute} ${state}`,
  ),
  QemuGuestAgentNotEnabled: fault('badRequest', 'QEMU guest agent is not enabled'),
  InstanceQuiesceNotSupported: fault<{ id: string }>(
    'badRequest',
    ({ id }) => `Quiescing is not supported in instance ${id}`,
  ),
  InstanceNotQuiesced: fault<{ id: string }>(
    'conflict',
    ({ id }) => `Instance ${id} could not be quiesced: its host could not freeze its file systems.`,
  ),
  RequestTakenBack: fault<{ id: string }>(
    'unavailable',
    ({ id }) =>
      `What a request had made for instance ${id} was taken back, because the request took too long.`,
  ),
  CellDown: fault<{ cellId: string }>(
    'internal',
    ({ cellId }) =>
      `Cell ${cellId} is not responding or returned an exception, hence instance info is not available.`,
  ),
  CellsIncomplete: fault<{ cellId: string }>(
    'internal',
    ({ cellId }) => `Cell ${cellId} is not responding but configuration indicates that we should fail.`,
  ),
  MarkerNotFound: fault<{ marker: string }>('badRequest', ({ marker }) => `marker [${marker}] not found`),

  /** For lists other than those of servers, flavors and hypervisors. */
  MarkerUnknown: fault<{ marker: string }>(
    'badRequest',
    ({ marker }) => `Marker ${marker} could not be found.`,
  ),

  FlavorNotFound: fault<{ id: string }>('notFound', ({ id }) => `Flavor ${id} could not be found.`),
  FlavorNameTaken: fault<{ name: string }>(
    'conflict',
    ({ name }) => `Flavor with name ${name} already exists.`,
  ),
  FlavorIdTaken: fault<{ id: string }>('conflict', ({ id }) => `Flavor with ID ${id} already exists.`),
  FlavorAccessExists: fault<{ id: string; projectId: string }>(
    'conflict',
    ({ id, projectId }) =>
      `Flavor access already exists for flavor ${id} and project ${projectId} combination.`,
  ),
  FlavorAccessNotFound: fault<{ id: string; projectId: string }>(
    'notFound',
    ({ id, projectId }) => `Flavor access not found for ${id} / ${projectId} combination.`,
  ),
  FlavorHasNoSpec: fault<{ id: string; key: string }>(
    'notFound',
    ({ id, key }) => `Flavor ${id} has no extra specs with key ${key}.`,
  ),

  /** Flavor and image request an impossible NUMA topology. */
  NumaRequestInvalid: fault<{ reason: string }>('badRequest', ({ reason }) => reason),

  ImageNotFound: fault('badRequest', 'Can not find requested image'),
  ImageNotActive: fault<{ id: string }>('badRequest', ({ id }) => `Image ${id} is not active.`),
  FlavorMemoryTooSmall: fault('badRequest', "Flavor's memory is too small for requested image."),
  FlavorDiskSmallerThanImage: fault<{ flavorBytes: number; imageBytes: number }>(
    'badRequest',
    ({ flavorBytes, imageBytes }) =>
      `Flavor's disk is too small for requested image. Flavor disk is ${flavorBytes} bytes, image is ${imageBytes} bytes.`,
  ),
  FlavorDiskSmallerThanMinimum: fault<{ flavorBytes: number; minimumBytes: number }>(
    'badRequest',
    ({ flavorBytes, minimumBytes }) =>
      "Flavor's disk is smaller than the minimum size specified in image metadata. " +
      `Flavor disk is ${flavorBytes} bytes, minimum size is ${minimumBytes} bytes.`,
  ),

  NetworkNotFound: fault<{ id: string }>('badRequest', ({ id }) => `Network ${id} could not be found.`),
  NetworkAmbiguous: fault(
    'conflict',
    'Multiple possible networks found, use a Network ID to be more specific.',
  ),
  NetworkRequiresSubnet: fault<{ id: string }>(
    'badRequest',
    ({ id }) => `Network ${id} requires a subnet in order to boot instances on.`,
  ),
  ExternalNetworkForbidden: fault<{ id: string }>(
    'forbidden',
    ({ id }) => `It is not allowed to create an interface on external network ${id}`,
  ),
  PortNotFound: fault<{ id: string }>('badRequest', ({ id }) => `Port id ${id} could not be found.`),
  PortInUse: fault<{ id: string }>('conflict', ({ id }) => `Port ${id} is still in use.`),
  PortRequiresFixedIp: fault<{ id: string }>(
    'badRequest',
    ({ id }) => `Port ${id} requires a FixedIP in order to be used.`,
  ),
  CreateWithPortResourceRequestOldVersion: fault(
    'badRequest',
    'Creating servers with ports having resource requests, like a port with a QoS minimum bandwidth policy, is not supported until microversion 2.72.',
  ),
  NetworksWithQoSPolicyNotSupported: fault<{ serverId: string; networkId: string }>(
    'badRequest',
    ({ serverId, networkId }) =>
      `Using networks with QoS policy is not supported for instance ${serverId}. (Network ID is ${networkId})`,
  ),
  InterfaceAttachResourceAllocationFailed: fault<{ serverId: string }>(
    'badRequest',
    ({ serverId }) => `Failed to allocate additional resources to ${serverId} during interface attach`,
  ),
  InterfaceAttachPciClaimFailed: fault<{ serverId: string }>(
    'badRequest',
    ({ serverId }) => `Failed to claim PCI device for ${serverId} during interface attach`,
  ),
  SeveralServersRefused: fault<{ reason: string }>(
    'badRequest',
    ({ reason }) => `Failed to launch instances: ${reason}`,
  ),
  PortLimitExceeded: fault('forbidden', 'Maximum number of ports exceeded'),
  SecurityGroupNotFound: fault<{ name: string }>(
    'badRequest',
    ({ name }) => `Security group ${name} not found.`,
  ),
  SecurityGroupAmbiguous: fault<{ name: string }>(
    'conflict',
    ({ name }) => `Multiple security groups found matching '${name}'. Use an ID to be more specific.`,
  ),

  QuotaExceeded: fault<{ overs: string; requested: string; used: string; allowed: string }>(
    'quotaExceeded',
    ({ overs, requested, used, allowed }) =>
      `Quota exceeded for ${overs}: Requested ${requested}, but already used ${used} of ${allowed} ${overs}`,
  ),
  /** The reason has the format that all services use for unified limits. */
  OverUnifiedLimit: fault<{ reason: string }>('quotaExceeded', ({ reason }) => reason),
  QuotaReached: fault<{ what: string }>('quotaExceeded', ({ what }) => `Quota exceeded, too many ${what}.`),
  MetadataLimitExceeded: fault<{ allowed: number }>(
    'quotaExceeded',
    ({ allowed }) => `Maximum number of metadata items exceeds ${allowed}`,
  ),
  ImageMetadataLimitExceeded: fault('quotaExceeded', 'Image metadata limit exceeded'),
  PersonalityLimitExceeded: fault<{ reason: string }>('quotaExceeded', ({ reason }) => reason),

  KeyPairInvalidName: fault('badRequest', 'Invalid key_name provided.'),
  KeyPairNotFound: fault<{ name: string; userId: string }>(
    'notFound',
    ({ name, userId }) => `Keypair ${name} not found for user ${userId}`,
  ),
  KeyPairExists: fault<{ name: string }>('conflict', ({ name }) => `Key pair '${name}' already exists.`),
  KeyPairInvalid: fault<{ reason: string }>(
    'badRequest',
    ({ reason }) => `Keypair data is invalid: ${reason}`,
  ),

  InvalidBlockDevice: fault<{ reason: string }>(
    'badRequest',
    ({ reason }) => `Block Device Mapping is Invalid: ${reason}`,
  ),
  EphemeralDisksTooLarge: fault(
    'badRequest',
    'Ephemeral disks requested are larger than the instance type allows. If no size is given in one block device mapping, flavor ephemeral size will be used.',
  ),
  SwapTooLarge: fault('badRequest', 'Swap drive requested is larger than instance type allows.'),
  BlockDeviceNotBootable: fault<{ id: string }>(
    'badRequest',
    ({ id }) => `Block Device ${id} is not bootable.`,
  ),
  VolumeTypeNotFound: fault<{ id: string }>(
    'badRequest',
    ({ id }) => `Volume type ${id} could not be found.`,
  ),
  VolumeSmallerThanMinimum: fault<{ volumeBytes: number; minimumBytes: number }>(
    'badRequest',
    ({ volumeBytes, minimumBytes }) =>
      `Volume is smaller than the minimum size specified in image metadata. Volume size is ${volumeBytes} bytes, minimum size is ${minimumBytes} bytes.`,
  ),
  VolumeNotFound: fault<{ id: string }>('notFound', ({ id }) => `Volume ${id} could not be found.`),
  InvalidVolume: fault<{ reason: string }>('badRequest', ({ reason }) => `Invalid volume: ${reason}`),
  MismatchVolumeAZ: fault<{ reason: string }>(
    'badRequest',
    ({ reason }) =>
      `The availability zone between the server and its attached volumes do not match: ${reason}.`,
  ),
  VolumeNotMigrating: fault<{ volumeId: string }>(
    'conflict',
    ({ volumeId }) => `volume ${volumeId} is not migrating; this API should only be called by Cinder`,
  ),
  FlavorImageConflict: fault<{ setting: string; ofFlavor: string; ofImage: string }>(
    'badRequest',
    ({ setting, ofFlavor, ofImage }) =>
      `Conflicting values for ${setting} found in the flavor (${ofFlavor}) and the image (${ofImage}).`,
  ),
  AutoDiskConfigDisabledByImage: fault<{ image: string }>(
    'badRequest',
    ({ image }) => `Requested image ${image} has automatic disk resize disabled.`,
  ),
  MultiattachNotSupportedOldMicroversion: fault(
    'badRequest',
    () => 'Multiattach volumes are only supported starting with compute API version 2.60.',
  ),
  MultiattachRebuildUnsupported: fault(
    'badRequest',
    () => 'Unable to rebuild a volume-backed server with a multi-attach root volume.',
  ),
  VolumeRebuildUnsupported: fault(
    'badRequest',
    () => 'The host does not support rebuilding volume-backed servers with an image.',
  ),
  MultiattachToShelvedNotSupported: fault(
    'badRequest',
    () => 'Attaching multiattach volumes is not supported for shelved-offloaded instances.',
  ),
  VolumeTaggedAttachToShelvedNotSupported: fault(
    'badRequest',
    () => 'Tagged volume attachment is not supported for shelved-offloaded instances.',
  ),
  MultiattachSwapUnsupported: fault(
    'badRequest',
    'Swapping multi-attach volumes with more than one read/write attachment is not supported.',
  ),
  VolumeNotAttached: fault<{ serverId: string; volumeId: string }>(
    'notFound',
    ({ serverId, volumeId }) => `Instance ${serverId} is not attached to volume ${volumeId}`,
  ),
  TooManyDiskDevices: fault<{ maximum: number }>(
    'forbidden',
    ({ maximum }) =>
      `The maximum allowed number of disk devices (${maximum}) to attach to a single instance has been exceeded.`,
  ),
  DeviceInUse: fault<{ path: string }>(
    'conflict',
    ({ path }) => `The supplied device path (${path}) is in use.`,
  ),

  ServerGroupNotFound: fault<{ id: string }>(
    'notFound',
    ({ id }) => `Instance group ${id} could not be found.`,
  ),
  AggregateNotFound: fault<{ id: string }>('notFound', ({ id }) => `Aggregate ${id} could not be found.`),
  AggregateExists: fault<{ name: string }>('conflict', ({ name }) => `Aggregate ${name} already exists.`),
  AggregateHasHost: fault<{ id: string; host: string }>(
    'conflict',
    ({ id, host }) => `Aggregate ${id} already has host ${host}.`,
  ),
  AggregateLacksHost: fault<{ id: string; host: string }>(
    'notFound',
    ({ id, host }) => `Cannot remove host ${host} in aggregate ${id}`,
  ),
  InvalidAggregate: fault<{ reason: string }>('conflict', ({ reason }) => reason),
  HostNotFound: fault<{ host: string }>('notFound', ({ host }) => `Compute host ${host} could not be found.`),
  HostNotMapped: fault<{ host: string }>(
    'notFound',
    ({ host }) => `Host '${host}' is not mapped to any cell`,
  ),
  HypervisorNotFound: fault<{ id: string }>(
    'notFound',
    ({ id }) => `Hypervisor with ID '${id}' could not be found.`,
  ),
  ServiceNotFound: fault<{ id: string }>('notFound', ({ id }) => `Service ${id} could not be found.`),
  TagNotFound: fault<{ id: string; tag: string }>(
    'notFound',
    ({ id, tag }) => `Server ${id} has no tag '${tag}'`,
  ),
})
