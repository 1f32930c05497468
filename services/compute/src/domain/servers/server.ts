import type { DeviceAddress } from '@nimbo/contracts/compute-rpc/device-address'
import type { TaskState, VmState } from '@nimbo/contracts/compute/states'
import type { ServerId } from '@nimbo/kernel/ids'
import type { ServerInterface } from '../networks/network-info.ts'
import type { EmbeddedFlavor } from './request-spec.ts'
import type { LockHolder } from './server-lock.ts'

/** A server in its cell. Absent values are null; instants are ISO 8601 text. */
export interface Server {
  readonly id: ServerId
  /** A number per cell; part of {@link internalName}. */
  readonly number: number
  readonly name: string
  readonly description: string | null
  readonly hostname: string
  readonly projectId: string
  readonly userId: string
  /** Null for a server that boots from a volume. */
  readonly imageId: string | null
  readonly flavor: EmbeddedFlavor
  /** The image's properties at boot. */
  readonly imageProperties: Readonly<Record<string, string>>
  readonly keyName: string | null
  readonly publicKey: string | null
  /** Base64, as given. */
  readonly userData: string | null
  readonly configDrive: boolean
  readonly metadata: Readonly<Record<string, string>>
  readonly tags: readonly string[]
  readonly reservationId: string
  readonly launchIndex: number
  readonly accessIpV4: string | null
  readonly accessIpV6: string | null
  readonly diskConfig: 'AUTO' | 'MANUAL'
  readonly availabilityZone: string | null
  readonly locked: boolean
  readonly lockedReason: string | null
  readonly lockedBy: LockHolder | null
  readonly host: string | null
  readonly node: string | null
  /** The host on which the server was first started. */
  readonly launchedOn: string | null
  readonly vmState: VmState
  readonly taskState: TaskState | null
  readonly powerState: number
  readonly progress: number
  readonly rootDeviceName: string | null
  /** Group names, shown for servers without ports. */
  readonly securityGroups: readonly string[]
  readonly networkInfo: readonly ServerInterface[]
  /**
   * Encrypted `{ adminPassword, personality }` until the host has written the config drive; null afterwards and without
   * one.
   */
  readonly sealedSecrets: string | null
  readonly trustedImageCertificates: readonly string[] | null
  /** Where the guest finds its devices, as its host last saw them. */
  readonly deviceAddresses: readonly DeviceAddress[] | null
  readonly createdAt: string
  readonly updatedAt: string | null
  readonly launchedAt: string | null
  readonly terminatedAt: string | null
  readonly deletedAt: string | null
}

/** The name of a server's domain (`OS-EXT-SRV-ATTR:instance_name`): `instance-0000001f`. */
export const internalName = (number: number): string => `instance-${number.toString(16).padStart(8, '0')}`
