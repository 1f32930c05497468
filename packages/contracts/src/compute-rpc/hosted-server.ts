import type { ServerId } from '@nimbo/kernel/ids'
import { type Static, Type } from 'typebox'
import { deviceAddress } from './device-address.ts'
import { imageSignature } from './image-signature.ts'
import { pciRequest } from './pci.ts'
import { idOf, listOf, oneOf, texts } from './schemas.ts'
import { serverInterface } from './server-interface.ts'

const flavor = Type.Object({
  id: Type.String(),
  name: Type.String(),
  vcpus: Type.Integer(),
  memoryMb: Type.Integer(),
  rootGb: Type.Integer(),
  ephemeralGb: Type.Integer(),
  swapMb: Type.Integer(),
  extraSpecs: texts,
  /** The PCI devices that the flavor's aliases stood for when the server got the flavor. */
  pciRequests: Type.Optional(listOf(pciRequest)),
})

const image = Type.Object({
  id: Type.String(),
  diskFormat: Type.Union([Type.String(), Type.Null()]),
  hashAlgo: Type.Union([Type.String(), Type.Null()]),
  hashValue: Type.Union([Type.String(), Type.Null()]),
  minDiskGb: Type.Integer(),
  /** Present only if the image must be verified. */
  signature: Type.Optional(imageSignature),
})

const requestedNetwork = Type.Object({
  networkId: Type.Optional(Type.String()),
  portId: Type.Optional(Type.String()),
  fixedIp: Type.Optional(Type.String()),
  tag: Type.Optional(Type.String()),
})

/** A disk of a server as its host needs it. */
/** What the guest sees a volume as; a plain disk if absent. */
const deviceType = oneOf('cdrom', 'floppy')
export type DeviceType = Static<typeof deviceType>

const hostedDisk = Type.Object({
  id: Type.String(),
  sourceType: oneOf('image', 'volume', 'snapshot', 'blank'),
  destinationType: oneOf('local', 'volume'),
  imageId: Type.Optional(Type.String()),
  volumeId: Type.Optional(Type.String()),
  volumeSizeGb: Type.Optional(Type.Integer()),
  volumeType: Type.Optional(Type.String()),
  bootIndex: Type.Optional(Type.Integer()),
  deviceName: Type.Optional(Type.String()),
  attachmentId: Type.Optional(Type.String()),
  deleteOnTermination: Type.Boolean(),
  snapshotId: Type.Optional(Type.String()),
  /** Size of a swap disk. */
  swapMb: Type.Optional(Type.Integer()),
  /** `swap`, or the file system of an ephemeral disk. */
  guestFormat: Type.Optional(Type.String()),
  diskBus: Type.Optional(Type.String()),
  deviceType: Type.Optional(deviceType),
  tag: Type.Optional(Type.String()),
})

/** A file to inject into the guest; `contents` is base64. */
const personalityFile = Type.Object({ path: Type.String(), contents: Type.String() })

/** Everything that a host learns about a server. */
export const hostedServer = Type.Object({
  id: idOf<ServerId>(),
  name: Type.String(),
  /** The name of its domain: `instance-0000001f`. */
  internalName: Type.String(),
  hostname: Type.String(),
  projectId: Type.String(),
  projectName: Type.String(),
  userId: Type.String(),
  userName: Type.String(),
  vmState: Type.String(),
  taskState: Type.Union([Type.String(), Type.Null()]),
  host: Type.Union([Type.String(), Type.Null()]),
  node: Type.String(),
  availabilityZone: Type.Union([Type.String(), Type.Null()]),
  flavor,
  image: Type.Optional(image),
  imageProperties: texts,
  networks: Type.Union([oneOf('none', 'auto'), listOf(requestedNetwork)]),
  securityGroups: listOf(Type.String()),
  disks: listOf(hostedDisk),
  /** The interfaces as last reported. */
  interfaces: listOf(serverInterface),
  /** Where the guest finds its devices, as last reported. */
  deviceAddresses: Type.Optional(listOf(deviceAddress)),
  configDrive: Type.Boolean(),
  metadata: texts,
  keyName: Type.Optional(Type.String()),
  publicKey: Type.Optional(Type.String()),
  /** Base64, as given. */
  userData: Type.Optional(Type.String()),
  reservationId: Type.String(),
  launchIndex: Type.Integer(),
  createdAt: Type.String(),
  /** Present only while the server is being built. */
  secrets: Type.Optional(
    Type.Object({
      adminPassword: Type.Optional(Type.String()),
      personality: listOf(personalityFile),
    }),
  ),
})

export type HostedServer = Static<typeof hostedServer>
export type HostedDisk = Static<typeof hostedDisk>
export type RequestedInterface = Static<typeof requestedNetwork>
