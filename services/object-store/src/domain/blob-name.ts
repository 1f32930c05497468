/** The parts of a blob name: where the bytes are stored, their id, and the root secret that encrypts them. */
export interface BlobName {
  /** The index of the storage policy; `row` for small objects, whose bytes are a row of the database. */
  readonly place: number | 'row'
  readonly id: string
  /** The id of the root secret, which may be empty; undefined if the bytes are not encrypted. */
  readonly secret: string | undefined
}

/** `2.ID~SECRET`, `row.ID~SECRET`; for policy 0 and without encryption only the id. */
const form = /^(?:(\d+|row)\.)?([^~]*)(?:~(.*))?$/

export const blobName = ({ place, id, secret }: BlobName): string =>
  `${place === 0 ? '' : `${place}.`}${id}${secret === undefined ? '' : `~${secret}`}`

export const readBlobName = (name: string): BlobName => {
  const [, place, id = '', secret] = form.exec(name) ?? []
  return { place: place === 'row' ? place : Number(place ?? 0), id, secret }
}

/** The id of the database row that holds the bytes; undefined if a driver stores them. */
export const rowOf = (name: string): string | undefined =>
  name.startsWith('row.') ? readBlobName(name).id : undefined
