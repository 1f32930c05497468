import type { ListedSnapshotView, SnapshotSummaryView, SnapshotView } from '@nimbo/contracts/volume/snapshots'
import type { Snapshot } from '../../domain/snapshot.ts'
import { wireChange, wireTime } from '../../domain/wire-time.ts'
import type { Allows } from '../volume/view.ts'

/** A snapshot in a list. */
export const listedSnapshot = (snapshot: Snapshot): ListedSnapshotView => ({
  id: snapshot.id,
  name: snapshot.name,
  description: snapshot.description,
  volume_id: snapshot.volumeId,
  status: snapshot.status,
  size: snapshot.size,
  metadata: snapshot.metadata,
  created_at: wireTime(snapshot.createdAt),
  updated_at: wireChange(snapshot.createdAt, snapshot.updatedAt),
})

export const snapshotSummary = (snapshot: Snapshot): SnapshotSummaryView => ({
  ...listedSnapshot(snapshot),
  user_id: snapshot.userId,
  group_snapshot_id: snapshot.groupSnapshotId,
  consumes_quota: snapshot.consumesQuota,
})

/** A snapshot, with the extended attributes that policy allows the caller to see. */
export const snapshotView =
  ({ allows }: { readonly allows: Allows }) =>
  (snapshot: Snapshot): SnapshotView => ({
    ...snapshotSummary(snapshot),
    ...(allows('volume_extension:extended_snapshot_attributes', { project_id: snapshot.projectId })
      ? {
          'os-extended-snapshot-attributes:progress':
            snapshot.progress ?? (snapshot.status === 'available' ? '100%' : '0%'),
          'os-extended-snapshot-attributes:project_id': snapshot.projectId,
        }
      : {}),
  })
