import assert from 'node:assert/strict'
import type { Loose } from '@nimbo/testing/loose'
import type { Answer, Client } from '@nimbo/testkit/client'
import type { SpanPlace } from '@nimbo/testkit/crash-plan'
import { manage, onlyUnmanaged, type Unmanaged, unmanage } from './unmanaged.ts'
import { conclusion, onBackupHost, onHost, ownSteps, requested } from './volume-places.ts'
import { backupOf, free, groupOf, groupSnapshotOf, type Kind, named, snapshotOf } from './volume-things.ts'

/** The thing that is deleted or unmanaged. */
export interface Ended {
  readonly kind: Kind
  readonly id: string
  readonly volumeId: string
  /** The back end of the volume. */
  readonly place: string
}

/** A deletion or an unmanage, during which a process is killed. */
export interface VolumeEnding {
  readonly fault: string
  /** Spans of the operation, at which its process dies. */
  readonly places: readonly SpanPlace[]
  readonly kind: Kind
  /** Makes the thing, if it is not the volume itself, and what is deleted with it; returns its id. */
  readonly before?: (admin: Client, volumeId: string) => Promise<string>
  ask(admin: Client, ended: Ended, headers: Record<string, string>): Promise<Answer<Loose>>
  /** The kinds of things that are deleted with it. */
  readonly takes: readonly Kind[]
  /** Manages again what stays on the back end. */
  readonly back?: (admin: Client, ended: Ended) => Promise<void>
}

const deleted: VolumeEnding['ask'] = ({ volume }, { kind, id }, headers) =>
  volume.delete(`/v3/${kind}s/${id}`, headers)

const managedAgain: VolumeEnding['back'] = async (admin, { kind: ended, volumeId, place }) => {
  const kind = ended === 'volume' ? 'volume' : 'snapshot'
  const of = kind === 'volume' ? place : volumeId
  const found: Unmanaged = { kind, of, name: await onlyUnmanaged(admin, kind, place) }
  assert.equal((await manage(admin, found, 'again')).status, 202)
  await free(admin, kind, (await named(admin, kind, 'again')) ?? '')
}

/** Requests that delete or unmanage volumes and what is made of them. */
export const volumeEndings: readonly VolumeEnding[] = [
  {
    ...{ fault: 'kill deleting a volume', kind: 'volume', takes: ['snapshot'] },
    before: async (admin, volumeId) => {
      await snapshotOf(admin, volumeId)
      return volumeId
    },
    places: [
      requested('volumes.delete'),
      ...ownSteps('end-other-work'),
      ...onHost('deleteSnapshot', 'deleteVolume'),
      conclusion,
    ],
    ask: ({ volume }, { id }, headers) => volume.delete(`/v3/volumes/${id}?cascade=True`, headers),
  },
  {
    ...{ fault: 'kill deleting a snapshot', kind: 'snapshot', before: snapshotOf, takes: [] },
    ...{ places: [requested('snapshots.delete'), ...onHost('deleteSnapshot'), conclusion], ask: deleted },
  },
  {
    ...{ fault: 'kill deleting a backup', kind: 'backup', before: backupOf, takes: [] },
    places: [
      requested('backups.delete'),
      ...ownSteps('end-other-work'),
      ...onBackupHost('removeBackup'),
      conclusion,
    ],
    ask: deleted,
  },
  {
    ...{ fault: 'kill deleting a group', kind: 'group', before: groupOf, takes: ['volume'] },
    places: [requested('groups.delete'), ...onHost('deleteVolume'), conclusion],
    ask: ({ volume }, { id }, headers) =>
      volume.post(`/v3/groups/${id}/action`, { delete: { 'delete-volumes': true } }, headers),
  },
  {
    ...{ fault: 'kill deleting a snapshot of a group', kind: 'group_snapshot', takes: ['snapshot'] },
    before: async (admin, volumeId) => groupSnapshotOf(admin, await groupOf(admin, volumeId)),
    ...{
      places: [requested('group_snapshots.delete'), ...onHost('deleteSnapshot'), conclusion],
      ask: deleted,
    },
  },
  {
    ...{ fault: 'kill unmanaging a volume', kind: 'volume', takes: [], back: managedAgain },
    ...{ places: [requested('volumes.unmanage'), ...onHost('releaseVolume'), conclusion], ask: unmanage },
  },
  {
    ...{ fault: 'kill unmanaging a snapshot', kind: 'snapshot', before: snapshotOf, takes: [] },
    ...{ places: [requested('snapshots.unmanage'), ...onHost('releaseSnapshot'), conclusion] },
    ...{ ask: unmanage, back: managedAgain },
  },
]
