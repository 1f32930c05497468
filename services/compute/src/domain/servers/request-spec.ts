import type { DeviceType } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { ImageSignature } from '@nimbo/contracts/compute-rpc/image-signature'
import type { ServerId } from '@nimbo/kernel/ids'
import type { PciRequest } from '../pci/pci-requests.ts'
import type { LockHolder } from './server-lock.ts'

/** A copy of the flavor at the time of the request; later changes do not affect the server. */
export interface EmbeddedFlavor {
  readonly id: string
  readonly name: string
  readonly vcpus: number
  readonly memoryMb: number
  readonly rootGb: number
  readonly ephemeralGb: number
  readonly swapMb: number
  readonly description: string | null
  readonly extraSpecs: Readonly<Record<string, string>>
  /** The PCI requests that the flavor's aliases stood for at that time; absent without any. */
  readonly pciRequests?: readonly PciRequest[]
}

export interface RequestedNetwork {
  /** Either `networkId` or `portId` is given, or neither for `auto`. */
  readonly networkId?: string
  readonly portId?: string
  readonly fixedIp?: string
  readonly tag?: string
}

/** The complete request, from which scheduling and building work; one row of `request_specs`. */
export interface RequestSpec {
  readonly serverId: ServerId
  readonly projectId: string
  readonly userId: string
  readonly userName: string
  readonly projectName: string
  readonly flavor: EmbeddedFlavor
  /** Undefined for a server that boots from a volume. */
  readonly image?: {
    readonly id: string
    readonly name: string | null
    readonly minDiskGb: number
    readonly minRamMb: number
    readonly diskFormat: string | null
    readonly hashAlgo: string | null
    readonly hashValue: string | null
    /** The size of its file or of its virtual disk, whichever is larger. */
    readonly sizeBytes: number | null
    /** `hw_…`, `os_…` and the like. */
    readonly properties: Readonly<Record<string, string>>
    /** Only if hosts must verify the image. */
    readonly signature?: ImageSignature
  }
  /** The properties of the image whose content is on the volume from which the server boots; absent for other servers. */
  readonly volumeProperties?: Readonly<Record<string, string>>
  /** The image of a shelved server; without one, it consists of its volumes only. */
  readonly shelved?: { readonly imageId?: string }
  readonly availabilityZone?: string
  /** From an admin's `zone:host:node`: used without applying filters. */
  readonly forcedHost?: string
  readonly forcedNode?: string
  /** From an admin's `host` and `hypervisor_hostname`: the only candidate, subject to filters. */
  readonly requestedHost?: string
  readonly requestedNode?: string
  readonly schedulerHints: Readonly<Record<string, string | readonly string[]>>
  readonly group?: {
    readonly id: string
    readonly policy: 'affinity' | 'anti-affinity' | 'soft-affinity' | 'soft-anti-affinity'
    readonly maxServerPerHost?: number
  }
  /** `none`: no interface; `auto`: the project's only network. */
  readonly networks: 'none' | 'auto' | readonly RequestedNetwork[]
  readonly securityGroups: readonly string[]
}

/** A requested disk (`block_device_mapping_v2`), and after attaching its actual state. */
export interface BlockDevice {
  readonly id: string
  readonly sourceType: 'image' | 'volume' | 'snapshot' | 'blank'
  readonly destinationType: 'local' | 'volume'
  readonly imageId?: string
  readonly volumeId?: string
  readonly snapshotId?: string
  /** Size of a volume or an ephemeral disk. */
  readonly volumeSizeGb?: number
  /** Size of a swap disk. */
  readonly swapMb?: number
  readonly volumeType?: string
  readonly bootIndex?: number
  readonly deviceName?: string
  readonly attachmentId?: string
  readonly deleteOnTermination: boolean
  /** `swap`, or the file system of an ephemeral disk. */
  readonly guestFormat?: string
  /** `virtio`, `sata`, …; by the image's properties if absent. */
  readonly diskBus?: string
  /** A plain disk if absent. */
  readonly deviceType?: DeviceType
  readonly tag?: string
}

/** A requested disk without a device name. */
export type UnplacedDevice = Omit<BlockDevice, 'id'>

/** What the build needs besides the request spec; a row of `build_requests` until a cell has the server. */
export interface BuildRequest {
  readonly serverId: ServerId
  readonly name: string
  readonly description: string | null
  readonly hostname: string
  readonly keyName?: string
  readonly publicKey?: string
  /** Base64, as given. */
  readonly userData?: string
  readonly configDrive: boolean
  readonly metadata: Readonly<Record<string, string>>
  readonly tags: readonly string[]
  readonly reservationId: string
  readonly launchIndex: number
  readonly accessIpV4?: string
  readonly accessIpV6?: string
  readonly diskConfig: 'AUTO' | 'MANUAL'
  readonly locked: boolean
  readonly lockedReason?: string | null
  readonly lockedBy?: LockHolder | null
  /** Encrypted `{ adminPassword, personality }`, which the host writes to the config drive; null without one. */
  readonly sealedSecrets: string | null
  readonly blockDevices: readonly BlockDevice[]
  readonly trustedImageCertificates?: readonly string[]
  readonly createdAt: string
}
