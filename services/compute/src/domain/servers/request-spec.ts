import type { ServerId } from '@nimbo/kernel/ids'
import type { LockHolder } from './server-lock.ts'

/** A flavor as it was when the server was asked for; later changes to the flavor do not reach the server. */
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
}

export interface RequestedNetwork {
  /** One of the two is given, or neither for "auto". */
  readonly networkId?: string
  readonly portId?: string
  readonly fixedIp?: string
  readonly tag?: string
}

/** All that was asked for, in the form that scheduling and building work from; one row of `request_specs`. */
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
    /** Of its file or of its disk, whichever is more. */
    readonly sizeBytes: number | null
    /** `hw_…`, `os_…` and the like. */
    readonly properties: Readonly<Record<string, string>>
  }
  /** What the server was shelved as, while it is; without an image, its volumes are all there is of it. */
  readonly shelved?: { readonly imageId?: string }
  readonly availabilityZone?: string
  /** From an admin's `zone:host:node`: taken as it is, whatever filters say of it. */
  readonly forcedHost?: string
  readonly forcedNode?: string
  /** From an admin's `host` and `hypervisor_hostname`: no other is taken, nor one that filters refuse. */
  readonly requestedHost?: string
  readonly requestedNode?: string
  readonly schedulerHints: Readonly<Record<string, string | readonly string[]>>
  readonly group?: {
    readonly id: string
    readonly policy: 'affinity' | 'anti-affinity' | 'soft-affinity' | 'soft-anti-affinity'
    readonly maxServerPerHost?: number
  }
  /** `none`: no interface at all; `auto`: the project's one network. */
  readonly networks: 'none' | 'auto' | readonly RequestedNetwork[]
  readonly securityGroups: readonly string[]
}

/** A disk of a server as asked for (`block_device_mapping_v2`) and, once attached, as it is. */
export interface BlockDevice {
  readonly id: string
  readonly sourceType: 'image' | 'volume' | 'snapshot' | 'blank'
  readonly destinationType: 'local' | 'volume'
  readonly imageId?: string
  readonly volumeId?: string
  readonly snapshotId?: string
  /** Of a volume, or of an ephemeral disk on the host. */
  readonly volumeSizeGb?: number
  /** Of swap on the host. */
  readonly swapMb?: number
  readonly volumeType?: string
  readonly bootIndex?: number
  readonly deviceName?: string
  readonly attachmentId?: string
  readonly deleteOnTermination: boolean
  /** `swap`, or the file system of an ephemeral disk. */
  readonly guestFormat?: string
  /** `virtio`, `sata`, …; where the image says it if absent. */
  readonly diskBus?: string
  readonly tag?: string
}

/** A disk that was asked for, before it has its place in the server. */
export type UnplacedDevice = Omit<BlockDevice, 'id'>

/** What the build needs besides the request spec; one row of `build_requests` until a cell has the server. */
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
  /**
   * Sealed (encrypted) text of `{ adminPassword, personality }`: needed once on the host, for the config drive, readable to no
   * one else; null for a server without one.
   */
  readonly sealedSecrets: string | null
  readonly blockDevices: readonly BlockDevice[]
  readonly trustedImageCertificates?: readonly string[]
  readonly createdAt: string
}
