/** What the reference of an object's bytes says: under what id they lie, and by which root secret they are encrypted. */
export interface BlobName {
  readonly id: string
  /** The id of the secret, which may be empty; undefined where the bytes lie as they are. */
  readonly secret: string | undefined
}

const mark = '~'

export const blobName = ({ id, secret }: BlobName): string =>
  secret === undefined ? id : `${id}${mark}${secret}`

export const readBlobName = (name: string): BlobName => {
  const at = name.indexOf(mark)
  return at < 0 ? { id: name, secret: undefined } : { id: name.slice(0, at), secret: name.slice(at + 1) }
}
