import { call, defineRpc } from '@nimbo/rpc/define-rpc'
import { type Static, Type } from 'typebox'
import { copyTimeoutMs } from './copy-timeout.ts'
import { logLevelMethods } from './log-levels.ts'

const id = Type.String({ minLength: 1 })
const gigabytes = Type.Integer({ minimum: 1 })
const nothing = Type.Object({})

const fromNothing = Type.Object({ from: Type.Literal('nothing') })
const fromImage = Type.Object({ from: Type.Literal('image'), imageId: id, format: Type.String() })

/** A volume exported by another back end. */
const fromConnection = Type.Object({
  from: Type.Literal('connection'),
  connection: Type.Object({
    driver_volume_type: Type.String(),
    data: Type.Record(Type.String(), Type.Unknown()),
  }),
})

/** The initial content of a new volume. */
export const volumeContent = Type.Union([
  fromNothing,
  fromImage,
  Type.Object({ from: Type.Literal('volume'), volumeId: id }),
  Type.Object({ from: Type.Literal('snapshot'), snapshotId: id, volumeId: id }),
  fromConnection,
])

/** How a volume is encrypted; its key is in the key manager. */
const lock = Type.Object({
  ...{ keyId: id, cipher: Type.String(), keySize: Type.Integer({ minimum: 1 }) },
  /** The version of the LUKS format: 1 if absent. */
  version: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(2)])),
})
export type KeptLock = Static<typeof lock>

/** The connector properties of a host; unknown ones are passed to the driver. */
const connector = Type.Record(Type.String(), Type.Unknown())

/** A volume or snapshot found on a back end: its name there, its size in GiB, and the id in its name, if any. */
const existing = Type.Object({ name: id, sizeGb: gigabytes, id: Type.Optional(id) })
export type Existing = Static<typeof existing>
const existingSnapshot = Type.Object({ ...existing.properties, volumeId: Type.Optional(id) })

/**
 * RPC interface of the host that has a back end, addressed by `host@backend`. Every method may be repeated: a second time it
 * finds its work done.
 */
export const volumeHostRpc = defineRpc('cinder-volume', {
  createVolume: call(Type.Object({ volumeId: id, sizeGb: gigabytes, content: volumeContent }), nothing, {
    since: '3.0',
    timeoutMs: copyTimeoutMs,
  }),
  /**
   * Creates a volume that is encrypted from the start. A volume made from another one is a copy of it, with the same encryption.
   */
  createLockedVolume: call(
    Type.Object({
      ...{ volumeId: id, sizeGb: gigabytes },
      content: Type.Union([fromNothing, fromImage]),
      lock,
    }),
    nothing,
    { since: '3.3', timeoutMs: copyTimeoutMs },
  ),
  /** Creates a copy of a volume with another encryption than its source; an absent lock means not encrypted. */
  createRecryptedVolume: call(
    Type.Object({
      ...{ volumeId: id, sizeGb: gigabytes, content: fromConnection },
      ...{ from: Type.Optional(lock), to: Type.Optional(lock) },
    }),
    nothing,
    { since: '3.5', timeoutMs: copyTimeoutMs },
  ),
  /** Succeeds when the volume does not exist. */
  deleteVolume: call(Type.Object({ volumeId: id }), nothing, { since: '3.0' }),
  extendVolume: call(Type.Object({ volumeId: id, sizeGb: gigabytes }), nothing, { since: '3.0' }),
  createSnapshot: call(Type.Object({ snapshotId: id, volumeId: id }), nothing, {
    since: '3.0',
    timeoutMs: copyTimeoutMs,
  }),
  /**
   * Begins a snapshot of a volume in use. A path is that of an empty file, which the server that uses the volume has to copy it to
   * before `keepSnapshot`; null if the back end took the snapshot by itself.
   */
  prepareSnapshot: call(
    Type.Object({ snapshotId: id, volumeId: id }),
    Type.Object({ path: Type.Union([Type.String(), Type.Null()]) }),
    { since: '3.4', timeoutMs: copyTimeoutMs },
  ),
  keepSnapshot: call(Type.Object({ snapshotId: id }), nothing, { since: '3.4' }),
  /** Restores the content that a volume had when the snapshot was taken. */
  revertToSnapshot: call(Type.Object({ snapshotId: id, volumeId: id }), nothing, {
    since: '3.1',
    timeoutMs: copyTimeoutMs,
  }),
  /** Uploads the content of a volume as the data of a queued image. */
  uploadVolume: call(Type.Object({ volumeId: id, imageId: id }), nothing, {
    since: '3.1',
    timeoutMs: copyTimeoutMs,
  }),
  /** Succeeds when the snapshot does not exist. */
  deleteSnapshot: call(Type.Object({ snapshotId: id, volumeId: id }), nothing, { since: '3.0' }),
  /** Exports the volume to a compute host, and returns the data to connect it. */
  exportVolume: call(
    Type.Object({ volumeId: id, connector }),
    Type.Object({ driver_volume_type: Type.String(), data: Type.Record(Type.String(), Type.Unknown()) }),
    { since: '3.0' },
  ),
  /** Succeeds when the volume is not exported. */
  unexportVolume: call(Type.Object({ volumeId: id, connector }), nothing, { since: '3.0' }),
  /** All volumes and snapshots on the back end, no matter who created them. */
  listExisting: call(
    nothing,
    Type.Object({ volumes: Type.Array(existing), snapshots: Type.Array(existingSnapshot) }),
    { since: '3.2' },
  ),
  /** Makes the volume that is called `name` on the back end this volume, which the service manages from now on. */
  adoptVolume: call(Type.Object({ volumeId: id, name: id }), Type.Object({ sizeGb: gigabytes }), {
    since: '3.2',
  }),
  /** Stops managing the volume. The back end keeps its data, under `name` if given. */
  releaseVolume: call(Type.Object({ volumeId: id, name: Type.Optional(id) }), nothing, { since: '3.2' }),
  adoptSnapshot: call(Type.Object({ snapshotId: id, volumeId: id, name: id }), nothing, { since: '3.2' }),
  releaseSnapshot: call(Type.Object({ snapshotId: id, volumeId: id, name: Type.Optional(id) }), nothing, {
    since: '3.2',
  }),
  ...logLevelMethods,
})
