import { Readable } from 'node:stream'
import type { BackendReport, Connector, VolumeBackend } from '@nimbo/volume/driver/volume-backend'

/** Operations that the fake back end can be made to fail at. */
export type FakeOperation =
  | 'create'
  | 'create-from-image'
  | 'create-from-volume'
  | 'create-from-connection'
  | 'read'
  | 'revert'
  | 'extend'
  | 'remove'
  | 'create-snapshot'
  | 'create-from-snapshot'
  | 'remove-snapshot'
  | 'export'
  | 'unexport'
  | 'adopt'

/** Thrown by operations that were made to fail. */
export class FakeFailure extends Error {
  override readonly name = 'FakeFailure'
  constructor(operation: FakeOperation) {
    super(`the fake volumes were told to fail at ${operation}`)
  }
}

export interface FakeVolume {
  readonly sizeGb: number
  /** The source: the data of an image, or the id of a volume or snapshot. */
  readonly from?: string
}

/** A back end that stores volumes in a map, and fails on request. */
export interface FakeVolumes extends VolumeBackend {
  readonly made: ReadonlyMap<string, FakeVolume>
  /** Ids of snapshots, with the id of their volume. */
  readonly snapshotted: ReadonlyMap<string, string>
  /** Maps volume ids to the names of the hosts that they are exported to, with what for if that is known. */
  readonly exported: ReadonlyMap<string, ReadonlySet<string>>
  /** Adds an unmanaged volume, as an operator would by hand. */
  put(name: string, volume: FakeVolume): void
  /** Makes an operation fail: the next `times` times, or always. */
  failOn(operation: FakeOperation, options?: { readonly times?: number }): void
}

export interface FakeVolumesOptions {
  readonly name?: string
  readonly totalGb?: number
  readonly protocol?: string
  readonly said?: BackendReport
}

const textOf = async (content: AsyncIterable<Uint8Array | string>): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('latin1')
}

const holderOf = ({ host, used_for }: Connector): string =>
  used_for === undefined ? String(host) : `${host} for ${used_for}`

export const fakeVolumes = ({
  name = 'fake',
  totalGb = 100_000,
  protocol = 'fake',
  said,
}: FakeVolumesOptions = {}): FakeVolumes => {
  const made = new Map<string, FakeVolume>()
  const snapshotted = new Map<string, string>()
  const exported = new Map<string, Set<string>>()
  /** Names of unmanaged volumes: those added by hand and those released. */
  const foreign = new Set<string>()
  const failures = new Map<FakeOperation, number>()

  const check = (operation: FakeOperation): void => {
    const left = failures.get(operation) ?? 0
    if (left <= 0) return
    failures.set(operation, left - 1)
    throw new FakeFailure(operation)
  }
  const need = (known: ReadonlyMap<string, unknown>, id: string): void => {
    if (!known.has(id)) throw new Error(`the fake volumes have no ${id}`)
  }

  return {
    name,
    protocol,
    ...(said === undefined ? {} : { said }),
    made,
    snapshotted,
    exported,
    put: (name, volume) => {
      made.set(name, volume)
      foreign.add(name)
    },
    failOn: (operation, { times = Number.POSITIVE_INFINITY } = {}) => void failures.set(operation, times),
    volumes: {
      create: async (id, sizeGb, lock) => {
        check('create')
        made.set(id, { sizeGb, ...(lock ? { lock: lock.cipher } : {}) })
      },
      createFromImage: async (id, { content }, sizeGb, lock) => {
        check('create-from-image')
        made.set(id, { sizeGb, from: await textOf(content), ...(lock ? { lock: lock.cipher } : {}) })
      },
      createFromVolume: async (id, sourceId, sizeGb) => {
        check('create-from-volume')
        need(made, sourceId)
        made.set(id, { sizeGb, from: sourceId })
      },
      createFromConnection: async (id, { data }, sizeGb, { to } = {}) => {
        check('create-from-connection')
        made.set(id, { sizeGb, from: String(data.device_path), ...(to ? { lock: to.cipher } : {}) })
      },
      read: async (id) => {
        check('read')
        need(made, id)
        return Readable.from([Buffer.from(made.get(id)?.from ?? '')])
      },
      extend: async (id, sizeGb) => {
        check('extend')
        need(made, id)
        made.set(id, { ...made.get(id), sizeGb })
      },
      remove: async (id) => {
        check('remove')
        made.delete(id)
      },
    },
    snapshots: {
      create: async (id, volumeId) => {
        check('create-snapshot')
        need(made, volumeId)
        snapshotted.set(id, volumeId)
      },
      createVolume: async (volumeId, snapshotId, sizeGb) => {
        check('create-from-snapshot')
        need(snapshotted, snapshotId)
        made.set(volumeId, { sizeGb, from: snapshotId })
      },
      revert: async (volumeId, snapshotId) => {
        check('revert')
        need(snapshotted, snapshotId)
        made.set(volumeId, { sizeGb: made.get(volumeId)?.sizeGb ?? 0, from: snapshotId })
      },
      remove: async (id) => {
        check('remove-snapshot')
        snapshotted.delete(id)
      },
    },
    exports: {
      open: async (volumeId, connector) => {
        check('export')
        need(made, volumeId)
        const hosts = exported.get(volumeId) ?? new Set()
        exported.set(volumeId, hosts.add(holderOf(connector)))
        return {
          driver_volume_type: 'file',
          data: { device_path: `/fake/${volumeId}`, format: 'raw', volume_id: volumeId },
        }
      },
      close: async (volumeId, connector) => {
        check('unexport')
        const hosts = exported.get(volumeId)
        hosts?.delete(holderOf(connector))
        if (hosts?.size === 0) exported.delete(volumeId)
      },
    },
    existing: {
      listVolumes: async () =>
        [...made].map(([name, { sizeGb }]) => ({ name, sizeGb, ...(foreign.has(name) ? {} : { id: name }) })),
      adoptVolume: async (id, name) => {
        check('adopt')
        const found = made.get(id) ?? made.get(name)
        if (!found) throw new Error(`the fake volumes have no ${name}`)
        made.delete(name)
        made.set(id, found)
        const hosts = exported.get(name)
        if (hosts !== undefined && name !== id) {
          exported.delete(name)
          exported.set(id, hosts)
        }
        return { sizeGb: found.sizeGb }
      },
      releaseVolume: async (id, name) => {
        const found = made.get(id)
        if (!found) return
        made.delete(id)
        made.set(name ?? id, found)
        foreign.add(name ?? id)
      },
      listSnapshots: async () =>
        [...snapshotted].map(([name, volumeId]) => ({
          ...{ name, volumeId, sizeGb: made.get(volumeId)?.sizeGb ?? 1 },
          ...(foreign.has(name) ? {} : { id: name }),
        })),
      adoptSnapshot: async (id, volumeId, name) => {
        check('adopt')
        if (!snapshotted.has(id)) need(snapshotted, name)
        snapshotted.delete(name)
        snapshotted.set(id, volumeId)
      },
      releaseSnapshot: async (id, volumeId, name) => {
        if (!snapshotted.delete(id)) return
        snapshotted.set(name ?? id, volumeId)
        foreign.add(name ?? id)
      },
    },
    capacity: async () => ({ totalGb, freeGb: totalGb, thin: true }),
  }
}
