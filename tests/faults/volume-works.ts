import assert from 'node:assert/strict'
import type { Answer, Client } from '@nimbo/testkit/client'
import type { SpanPlace } from '@nimbo/testkit/crash-plan'
import { eventually } from '@nimbo/testing/eventually'
import type { Loose } from '@nimbo/testing/loose'
import type { Setup } from './setup.ts'

type Kind = 'volume' | 'snapshot' | 'backup'

/** Something that is asked of volumes, of which a process may die. */
export interface VolumeWork {
  readonly fault: string
  /** Spans of the work, in which its process dies. */
  readonly places: readonly SpanPlace[]
  /** What there is after it: a thing of the name it is given, unless it is the volume itself that changes. */
  readonly makes?: Kind
  /** What it is asked of besides a volume: gives its id. */
  readonly before?: (admin: Client, volumeId: string) => Promise<string>
  ask(
    admin: Client,
    of: { readonly volumeId: string; readonly other: string; readonly name: string; readonly setup: Setup },
    headers: Record<string, string>,
  ): Promise<Answer<Loose>>
  /** What is seen of the volume when it is done, where it is the volume that changes. */
  readonly done?: (volume: Loose) => boolean
  /** Fails unless what it makes elsewhere is whole, or not there where it was not accepted; takes it away. */
  readonly elsewhere?: (admin: Client, name: string, accepted: boolean) => Promise<void>
  /** Gives the volume back how its content lies on the disk. */
  readonly back?: (admin: Client, volumeId: string) => Promise<void>
}

const settledWithinMs = 120_000
const everyMs = 100

/** Waits until it is free for others, and gives it. */
export const free = (admin: Client, kind: Kind, id: string): Promise<Loose> =>
  eventually(
    async () => {
      const { status, body } = await admin.volume.get(`/v3/${kind}s/${id}`)
      assert.equal(status, 200)
      assert.equal(body[kind].status, 'available', `${kind} ${id}: ${JSON.stringify(body[kind])}`)
      return body[kind]
    },
    { withinMs: settledWithinMs, everyMs },
  )

/** The one of a name; nothing where there is none. */
export const named = async (admin: Client, kind: Kind, name: string): Promise<string | undefined> => {
  const { status, body } = await admin.volume.get(`/v3/${kind}s?name=${encodeURIComponent(name)}`)
  assert.equal(status, 200)
  const [found, ...others] = body[`${kind}s`]
  assert.deepEqual(others, [], 'one request makes one')
  return found?.id
}

const backUp = async (admin: Client, volume_id: string): Promise<string> => {
  const { status, body } = await admin.volume.post('/v3/backups', { backup: { volume_id, name: 'kept' } })
  assert.equal(status, 202, JSON.stringify(body))
  await free(admin, 'backup', body.backup.id)
  await free(admin, 'volume', volume_id)
  return body.backup.id
}

const snapshotOf = async (admin: Client, volume_id: string): Promise<string> => {
  const { status, body } = await admin.volume.post('/v3/snapshots', { snapshot: { volume_id } })
  assert.equal(status, 202, JSON.stringify(body))
  await free(admin, 'snapshot', body.snapshot.id)
  return body.snapshot.id
}

/** A type whose volumes lie on the back end where those of no type do not; gives its id. */
const spareType = async ({ volume }: Client): Promise<string> => {
  const { body } = await volume.get('/v3/types')
  const there = body.volume_types.find(({ name }: { readonly name: string }) => name === 'spare')
  if (there !== undefined) return there.id
  const extra_specs = { volume_backend_name: 'spare' }
  return (await volume.post('/v3/types', { volume_type: { name: 'spare', extra_specs } })).body.volume_type.id
}

/** A type whose volumes are encrypted; gives its id. */
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
  headers: Record<string, string> = {},
): Promise<Answer<Loose>> => {
  const action = { 'os-retype': { new_type: to, migration_policy: 'on-demand' } }
  return volume.post(`/v3/volumes/${volumeId}/action`, action, headers)
}

/** Back to the type of volumes of no type, where it is not of that; no key of it is left then. */
const decrypt = async (admin: Client, volumeId: string): Promise<void> => {
  const { encrypted } = await free(admin, 'volume', volumeId)
  if (encrypted) {
    const to = (await admin.volume.get('/v3/types/default')).body.volume_type.id
    assert.equal((await retype(admin, { volumeId, to })).status, 202)
  }
  await eventually(
    async () => {
      assert.equal((await free(admin, 'volume', volumeId)).encrypted, false)
      const { body } = await admin['key-manager'].get(`/v1/secrets?name=volume-${volumeId}`)
      assert.deepEqual(body.secrets, [])
    },
    { withinMs: settledWithinMs, everyMs },
  )
}

/** The image of a name is whole, or there is none; it is deleted. */
const imageIsWhole = async ({ image }: Client, name: string, accepted: boolean): Promise<void> => {
  const all = async () => (await image.get(`/v2/images?name=${encodeURIComponent(name)}`)).body.images
  await eventually(
    async () => {
      const found = await all()
      assert.ok(found.length === (accepted ? 1 : 0) || (!accepted && found.length === 1))
      for (const { status, size } of found) assert.deepEqual([status, size], ['active', 1024 ** 3])
    },
    { withinMs: settledWithinMs, everyMs },
  )
  for (const { id } of await all()) assert.equal((await image.delete(`/v2/images/${id}`)).status, 204)
}

/** The work is begun, and then asked for by whoever carries flows, and done by the host. */
const begun: readonly SpanPlace[] = [
  { name: 'cinder-scheduler.beginFlow', service: 'cinder-api' },
  { name: 'cinder-scheduler.beginFlow', service: 'cinder-scheduler' },
]
const on =
  (role: string) =>
  (...methods: readonly string[]): readonly SpanPlace[] =>
    methods.flatMap((method) => [
      { name: `${role}.${method}`, service: 'cinder-scheduler' },
      { name: `${role}.${method}`, service: role },
    ])
const onHost = on('cinder-volume')
const onBackupHost = on('cinder-backup')

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
    ...{ fault: 'kill restoring a volume', before: backUp },
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
    ...{ fault: 'kill encrypting a volume', before: lockedType, back: decrypt },
    places: [
      ...onHost('exportVolume', 'createRecryptedVolume', 'unexportVolume'),
      ...onHost('listExisting', 'deleteVolume', 'adoptVolume'),
    ],
    ask: (admin, { volumeId, other }, headers) => retype(admin, { volumeId, to: other }, headers),
    done: ({ encrypted }) => encrypted,
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
]
