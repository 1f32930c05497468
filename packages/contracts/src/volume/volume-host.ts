import { call, defineRpc } from '@nimbo/rpc/define-rpc'
import { type Static, Type } from 'typebox'
import { logLevelMethods } from './log-levels.ts'

const id = Type.String({ minLength: 1 })
const gigabytes = Type.Integer({ minimum: 1 })
const nothing = Type.Object({})

/** Depends on the amount of data. */
const copyTimeoutMs = 3_600_000

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

/** What lies on a back end: how that calls it, gibibytes, and the id that the name tells. */
const existing = Type.Object({ name: id, sizeGb: gigabytes, id: Type.Optional(id) })
export type Existing = Static<typeof existing>
const existingSnapshot = Type.Object({ ...existing.properties, volumeId: Type.Optional(id) })

/**
 * What the service asks of the host that has a back end, addressed by `host@backend`. Every method may be repeated: a
 * second time it finds its work done.
 */
export const volumeHostRpc = defineRpc('cinder-volume', {
  createVolume: call(Type.Object({ volumeId: id, sizeGb: gigabytes, content: volumeContent }), nothing, {
    since: '3.0',
    timeoutMs: copyTimeoutMs,
  }),
  /** A volume that is encrypted from the start; one made from another is a copy of it, lock and all. */
  createLockedVolume: call(
    Type.Object({
      ...{ volumeId: id, sizeGb: gigabytes },
      content: Type.Union([fromNothing, fromImage]),
      lock,
    }),
    nothing,
    { since: '3.3', timeoutMs: copyTimeoutMs },
  ),
  /** A copy of a volume that is encrypted otherwise than its source; absent locks mean not at all. */
  createRecryptedVolume: call(
    Type.Object({
      ...{ volumeId: id, sizeGb: gigabytes, content: fromConnection },
      ...{ from: Type.Optional(lock), to: Type.Optional(lock) },
    }),
    nothing,
    { since: '3.5', timeoutMs: copyTimeoutMs },
  ),
  /** Nothing there is a success. */
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
  /** Gives a volume back what it held when the snapshot was taken. */
  revertToSnapshot: call(Type.Object({ snapshotId: id, volumeId: id }), nothing, {
    since: '3.1',
    timeoutMs: copyTimeoutMs,
  }),
  /** Sends what a volume holds to an image that waits for its bytes. */
  uploadVolume: call(Type.Object({ volumeId: id, imageId: id }), nothing, {
    since: '3.1',
    timeoutMs: copyTimeoutMs,
  }),
  /** Nothing there is a success. */
  deleteSnapshot: call(Type.Object({ snapshotId: id, volumeId: id }), nothing, { since: '3.0' }),
  /** Makes the volume reachable from a compute host, and says how. */
  exportVolume: call(
    Type.Object({ volumeId: id, connector }),
    Type.Object({ driver_volume_type: Type.String(), data: Type.Record(Type.String(), Type.Unknown()) }),
    { since: '3.0' },
  ),
  /** Not exported is a success. */
  unexportVolume: call(Type.Object({ volumeId: id, connector }), nothing, { since: '3.0' }),
  /** What lies on the back end, whoever put it there. */
  listExisting: call(
    nothing,
    Type.Object({ volumes: Type.Array(existing), snapshots: Type.Array(existingSnapshot) }),
    { since: '3.2' },
  ),
  /** What the back end calls `name` is the volume from now on. */
  adoptVolume: call(Type.Object({ volumeId: id, name: id }), Type.Object({ sizeGb: gigabytes }), {
    since: '3.2',
  }),
  /** The back end keeps the data of the volume, under `name` where that is given. */
  releaseVolume: call(Type.Object({ volumeId: id, name: Type.Optional(id) }), nothing, { since: '3.2' }),
  adoptSnapshot: call(Type.Object({ snapshotId: id, volumeId: id, name: id }), nothing, { since: '3.2' }),
  releaseSnapshot: call(Type.Object({ snapshotId: id, volumeId: id, name: Type.Optional(id) }), nothing, {
    since: '3.2',
  }),
  ...logLevelMethods,
})
