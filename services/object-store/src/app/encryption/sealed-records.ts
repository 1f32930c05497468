import type { Listed } from '../../db/listing.ts'
import type { Objects } from '../../db/objects.ts'
import type { Versions } from '../../db/versions.ts'
import type { RootSecrets } from '../../domain/encryption/root-secrets.ts'
import { openText, sealText } from '../../domain/encryption/sealed-text.ts'
import type { Metadata } from '../../domain/metadata.ts'

/** The columns of a row that are encrypted: the ETag, and the metadata and system metadata of the object. */
interface Notifying {
  readonly etag: string
  readonly headers: Metadata
}

/** Encrypts and decrypts rows. */
export interface Seal {
  seal<Row extends Notifying>(containerId: string, row: Row): Row
  open<Row extends Notifying>(containerId: string, row: Row): Row
  /**
   * As `open`, but returns rows that cannot be decrypted with an unknown ETag and no headers, so that a listing does not fail.
   */
  openListed<Row extends Notifying>(
    containerId: string,
    listed: readonly Listed<Row>[],
  ): readonly Listed<Row>[]
}

const isPrivate = (name: string): boolean => /^x-object-(meta|sysmeta)-/.test(name)

const changed = <Row extends Notifying>(row: Row, change: (text: string) => string): Row => ({
  ...row,
  etag: change(row.etag),
  headers: Object.fromEntries(
    Object.entries(row.headers).map(([name, value]) => [name, isPrivate(name) ? change(value) : value]),
  ),
})

/**
 * Encrypts with a key derived for each container from the active root secret; decrypts with any root secret that is configured.
 */
export const sealBy = (secrets: RootSecrets): Seal => {
  const pathOf = (containerId: string): string => `container/${containerId}`
  const open = <Row extends Notifying>(containerId: string, row: Row): Row =>
    changed(row, (text) => openText(secrets, pathOf(containerId), text))
  return {
    open,
    seal: (containerId, row) => {
      const { active } = secrets
      if (active === undefined) return row
      return changed(row, (text) => sealText(secrets, active, pathOf(containerId), text))
    },
    openListed: (containerId, listed) =>
      listed.map((one) => {
        if (one.kind === 'subdir') return one
        try {
          return { ...one, row: open(containerId, one.row) }
        } catch {
          return { ...one, row: { ...one.row, etag: '<unknown>', headers: {} } }
        }
      }),
  }
}

type Placed = Notifying & { readonly containerId: string }

export const sealedObjects = (objects: Objects, { seal, open }: Seal): Objects => {
  const opened = <Row extends Placed>(row: Row | undefined): Row | undefined =>
    row && open(row.containerId, row)
  return {
    ...objects,
    find: async (containerId, name) => opened(await objects.find(containerId, name)),
    insert: (object) => objects.insert(seal(object.containerId, object)),
    describe: (object) => objects.describe(seal(object.containerId, object)),
    remove: async (containerId, name) => opened(await objects.remove(containerId, name)),
    lastWith: async (containerId, prefix) => opened(await objects.lastWith(containerId, prefix)),
  }
}

export const sealedVersions = (versions: Versions, { seal, open }: Seal): Versions => {
  const opened = <Row extends Placed>(row: Row | undefined): Row | undefined =>
    row && open(row.containerId, row)
  return {
    ...versions,
    find: async (...of) => opened(await versions.find(...of)),
    insert: (version) => versions.insert(seal(version.containerId, version)),
    remove: async (...of) => opened(await versions.remove(...of)),
    some: async (...of) => (await versions.some(...of)).map((row) => open(row.containerId, row)),
  }
}
