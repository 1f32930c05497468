import assert from 'node:assert/strict'
import { eventually } from '@nimbo/testing/eventually'
import type { Loose } from '@nimbo/testing/loose'
import type { Answer, Client } from '@nimbo/testkit/client'
import type { SpanPlace } from '@nimbo/testkit/crash-plan'
import { makeImage } from '@nimbo/testkit/make-image'
import { clearContentOf, noKeyIsKept } from './clear-content.ts'
import { existingWorks } from './existing-works.ts'
import { groupWorks } from './group-works.ts'
import type { Setup } from './setup.ts'
import { conclusion, onBackupHost, onHost, ownSteps, requested } from './volume-places.ts'
import { backupOf, snapshotOf } from './volume-things.ts'
import type { VolumeWork } from './volume-work.ts'

const patience = { withinMs: 120_000, everyMs: 100 }

/** The id of a volume type that uses the other back end than the default type. */
const spareType = async ({ volume }: Client): Promise<string> => {
  const { body } = await volume.get('/v3/types')
  const there = body.volume_types.find(({ name }: { readonly name: string }) => name === 'spare')
  if (there !== undefined) return there.id
  const extra_specs = { volume_backend_name: 'spare' }
  return (await volume.post('/v3/types', { volume_type: { name: 'spare', extra_specs } })).body.volume_type.id
}

/** The id of a volume type with encryption. */
const lockedType = async ({ volume }: Client): Promise<string> => {
  const { body } = await volume.get('/v3/types')
  const there = body.volume_types.find(({ name }: { readonly name: string }) => name === 'locked')
  if (there !== undefined) return there.id
  const { id } = (await volume.post('/v3/types', { volume_type: { name: 'locked' } })).body.volume_type
  const encryption = { provider: 'luks', control_location: 'front-end', key_size: 256 }
  assert.equal((await volume.post(`/v3/types/${id}/encryption`, { encryption })).status, 200)
  return id
}

const retype = (
  { volume }: Client,
  { volumeId, to }: { readonly volumeId: string; readonly to: string },
  headers: Record<string, string>,
): Promise<Answer<Loose>> => {
  const action = { 'os-retype': { new_type: to, migration_policy: 'on-demand' } }
  return volume.post(`/v3/volumes/${volumeId}/action`, action, headers)
}

/** The id of another image than the one from which volumes are made. */
const otherImage = async (admin: Client): Promise<string> =>
  (await admin.image.get('/v2/images?name=another')).body.images[0]?.id ??
  makeImage(admin, { name: 'another' })

/** Waits until the image of this name is whole, or absent if the request was not accepted; then deletes it. */
const imageIsWhole = async ({ image }: Client, name: string, accepted: boolean): Promise<void> => {
  const all = async () => (await image.get(`/v2/images?name=${encodeURIComponent(name)}`)).body.images
  await eventually(async () => {
    const found = await all()
    assert.ok(found.length === (accepted ? 1 : 0) || (!accepted && found.length === 1))
    for (const { status, size } of found) assert.deepEqual([status, size], ['active', 1024 ** 3])
  }, patience)
  for (const { id } of await all()) assert.equal((await image.delete(`/v2/images/${id}`)).status, 204)
}

/** The start of the flow. */
const begun: readonly SpanPlace[] = [
  { name: 'cinder-scheduler.beginFlow', service: 'cinder-api' },
  { name: 'cinder-scheduler.beginFlow', service: 'cinder-scheduler' },
]

const make =
  (parts: (of: { readonly volumeId: string; readonly setup: Setup }) => object): VolumeWork['ask'] =>
  ({ volume }, { volumeId, name, setup }, headers) =>
    volume.post('/v3/volumes', { volume: { size: 1, name, ...parts({ volumeId, setup }) } }, headers)

export const volumeWorks: readonly VolumeWork[] = [
  {
    ...{ fault: 'kill making a volume', makes: 'volume', places: [...begun, ...onHost('createVolume')] },
    ask: make(({ setup }) => ({ imageRef: setup.imageRef })),
  },
  {
    ...{ fault: 'kill cloning a volume', makes: 'volume', places: onHost('createVolume') },
    ask: make(({ volumeId }) => ({ source_volid: volumeId })),
  },
  {
    ...{ fault: 'kill taking a snapshot', makes: 'snapshot', places: onHost('createSnapshot') },
    ask: ({ volume }, { volumeId, name }, headers) =>
      volume.post('/v3/snapshots', { snapshot: { volume_id: volumeId, name } }, headers),
  },
  {
    ...{ fault: 'kill extending a volume', places: onHost('extendVolume') },
    ask: ({ volume }, { volumeId }, headers) =>
      volume.post(`/v3/volumes/${volumeId}/action`, { 'os-extend': { new_size: 2 } }, headers),
    done: ({ size }) => size === 2,
  },
  {
    ...{ fault: 'kill backing a volume up', makes: 'backup' },
    places: [...onHost('exportVolume'), ...onBackupHost('writeBackup'), ...onHost('unexportVolume')],
    ask: ({ volume }, { volumeId, name }, headers) =>
      volume.post('/v3/backups', { backup: { volume_id: volumeId, name } }, headers),
  },
  {
    ...{ fault: 'kill restoring a volume', before: backupOf },
    places: [...onHost('exportVolume'), ...onBackupHost('restoreBackup'), ...onHost('unexportVolume')],
    ask: ({ volume }, { volumeId, other }, headers) =>
      volume.post(`/v3/backups/${other}/restore`, { restore: { volume_id: volumeId } }, headers),
    done: () => true,
  },
  {
    ...{ fault: 'kill migrating a volume', before: spareType },
    places: onHost('exportVolume', 'createVolume', 'unexportVolume', 'deleteVolume'),
    ask: (admin, { volumeId, other }, headers) => retype(admin, { volumeId, to: other }, headers),
    done: (volume) => volume['os-vol-host-attr:host'].includes('@spare#'),
  },
  {
    ...{ fault: 'kill encrypting a volume', before: lockedType },
    places: [
      ...onHost('exportVolume', 'createRecryptedVolume', 'unexportVolume'),
      ...onHost('listExisting', 'deleteVolume', 'adoptVolume'),
    ],
    ask: (admin, { volumeId, other }, headers) => retype(admin, { volumeId, to: other }, headers),
    ...{ done: ({ encrypted }) => encrypted, seen: clearContentOf, left: noKeyIsKept },
  },
  {
    ...{ fault: 'kill reverting a volume', before: snapshotOf, places: onHost('revertToSnapshot') },
    ask: ({ volume }, { volumeId, other }, headers) =>
      volume.post(`/v3/volumes/${volumeId}/action`, { revert: { snapshot_id: other } }, headers),
    done: () => true,
  },
  {
    ...{ fault: 'kill uploading a volume', places: onHost('uploadVolume'), elsewhere: imageIsWhole },
    ask: ({ volume }, { volumeId, name }, headers) => {
      const upload = { image_name: name, disk_format: 'raw' }
      return volume.post(`/v3/volumes/${volumeId}/action`, { 'os-volume_upload_image': upload }, headers)
    },
  },
  {
    ...{ fault: 'kill reimaging a volume', before: otherImage },
    places: [requested('volumes.reimage'), ...onHost('createVolume'), ...ownSteps('take-key'), conclusion],
    ask: ({ volume }, { volumeId, other }, headers) =>
      volume.post(`/v3/volumes/${volumeId}/action`, { 'os-reimage': { image_id: other } }, headers),
    done: ({ volume_image_metadata }, other) => volume_image_metadata.image_id === other,
    gives: async ({ image }, other) =>
      Uint8Array.from(Buffer.from((await image.get(`/v2/images/${other}/file`)).body)),
  },
  ...groupWorks,
  ...existingWorks,
]
