export const snapshotStatuses = [
  'creating',
  'available',
  'deleting',
  'error',
  'error_deleting',
  'restoring',
  'backing-up',
  'unmanaging',
  'error_managing',
] as const
export type SnapshotStatus = (typeof snapshotStatuses)[number]

export interface Snapshot {
  readonly id: string
  readonly volumeId: string
  readonly projectId: string
  readonly userId: string
  readonly name: string | null
  readonly description: string | null
  /** The size in gibibytes of the volume when the snapshot was taken. */
  readonly size: number
  readonly status: SnapshotStatus
  readonly consumesQuota: boolean
  readonly progress: string | null
  readonly groupSnapshotId: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly createdAt: string
  readonly updatedAt: string
}
