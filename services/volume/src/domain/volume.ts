import type { VolumeStatus } from '@nimbo/contracts/volume/statuses'

export type AttachmentStatus = 'reserved' | 'attaching' | 'attached' | 'detaching'

export interface Attachment {
  readonly id: string
  readonly volumeId: string
  /** The project of the volume, which may differ from that of the attachment's creator. */
  readonly projectId: string
  readonly serverId: string | null
  readonly status: AttachmentStatus
  readonly mode: string
  readonly mountpoint: string | null
  readonly host: string | null
  readonly connector: Readonly<Record<string, unknown>> | null
  readonly connectionInfo: Readonly<Record<string, unknown>> | null
  readonly attachedAt: string | null
  readonly createdAt: string
}

export interface Volume {
  readonly id: string
  readonly projectId: string
  readonly userId: string
  readonly name: string | null
  readonly description: string | null
  /** Gibibytes. */
  readonly size: number
  readonly status: VolumeStatus
  readonly availabilityZone: string
  readonly typeId: string
  readonly typeName: string
  /** `host@backend#pool`; null until the scheduler has chosen. */
  readonly host: string | null
  readonly bootable: boolean
  readonly multiattach: boolean
  readonly consumesQuota: boolean
  readonly snapshotId: string | null
  readonly sourceVolumeId: string | null
  readonly imageMetadata: Readonly<Record<string, string>> | null
  readonly metadata: Readonly<Record<string, string>>
  /** Metadata that users cannot write. */
  readonly adminMetadata: Readonly<Record<string, string>>
  readonly attachments: readonly Attachment[]
  readonly createdAt: string
  readonly updatedAt: string
  /** The progress of the last migration. */
  readonly migrationStatus: string | null
  readonly groupId: string | null
  /** The id of the key in the key manager; null for volumes that are not encrypted. */
  readonly encryptionKeyId: string | null
  /** When the volume became usable. */
  readonly launchedAt: string | null
}

/** The status of a volume with these attachments: that of the most advanced attachment decides. */
export const statusWith = (attachments: readonly Pick<Attachment, 'status'>[]): VolumeStatus => {
  const has = (status: AttachmentStatus): boolean => attachments.some((one) => one.status === status)
  if (has('attached')) return 'in-use'
  if (has('attaching')) return 'attaching'
  if (has('detaching')) return 'detaching'
  return attachments.length > 0 ? 'reserved' : 'available'
}

/** Whether a migration of the volume is under way. */
export const isMigrating = ({ migrationStatus }: Pick<Volume, 'migrationStatus'>): boolean =>
  ['starting', 'migrating', 'completing'].includes(migrationStatus ?? '')

/** Statuses in which a volume may be deleted without force. */
export const deletable: readonly VolumeStatus[] = [
  ...(['available', 'error', 'error_extending', 'error_deleting'] as const),
  ...(['error_restoring', 'error_backing-up', 'error_managing', 'error_unmanaging'] as const),
]

/** Statuses that follow from attachments; a volume in one of them changes its status with its attachments. */
export const attachedStatuses: readonly VolumeStatus[] = [
  'available',
  'reserved',
  'attaching',
  'in-use',
  'detaching',
]

/**
 * The reason why an attachment for a server is refused; undefined if it is allowed. A second attachment for the same server is
 * allowed, because a migration needs it; attachments for further servers need a volume of a multiattach type.
 */
export const refusalToReserve = (
  volume: Pick<Volume, 'id' | 'status' | 'multiattach' | 'attachments'>,
  serverId: string | null,
): string | undefined => {
  const { status } = volume
  if (status === 'available' || status === 'downloading') return undefined
  const held = status === 'in-use' || status === 'attaching' || status === 'reserved'
  const sameServer = serverId !== null && volume.attachments.every((one) => one.serverId === serverId)
  if (held && volume.attachments.length > 0 && (volume.multiattach || sameServer)) return undefined
  return `Volume ${volume.id} status must be available or downloading to reserve, but the current status is ${status}.`
}

/** Whether a type's extra specs allow several servers to attach a volume. */
export const allowsMultiattach = (extraSpecs: Readonly<Record<string, string>>): boolean =>
  extraSpecs.multiattach?.trim().toLowerCase() === '<is> true'
