import type { VolumeSnapshot, VolumeSources } from '@nimbo/clients/volume-sources'
import { Fault } from '@nimbo/kernel/errors'
import { newId } from '@nimbo/kernel/ids'

export interface FakeSnapshot extends VolumeSnapshot {
  readonly metadata: Readonly<Record<string, string>>
}

/** Snapshots in memory, each in status `creating` until the first request to remove it, which is refused. */
export const fakeSnapshots = (snapshots: Map<string, FakeSnapshot>): VolumeSources => ({
  types: async () => [],
  snapshot: async (_ctx, id) => snapshots.get(id),
  createSnapshot: async (_ctx, { volumeId, metadata }) => {
    const snapshot = { id: newId(), status: 'creating', size: 1, volume_id: volumeId, metadata }
    snapshots.set(snapshot.id, snapshot)
    return snapshot
  },
  snapshotsWith: async (_ctx, key, value) =>
    [...snapshots.values()].filter(({ metadata }) => metadata[key] === value),
  removeSnapshot: async (_ctx, id) => {
    const snapshot = snapshots.get(id)
    if (snapshot?.status !== 'creating') return void snapshots.delete(id)
    snapshots.set(id, { ...snapshot, status: 'available' })
    const told = { message: 'Snapshot status must be available or error', details: { status: 400 } }
    throw new Fault({ code: 'RemoteFault', kind: 'badRequest', ...told })
  },
})
