/** What the reference of an object's bytes says: by which storage policy they lie, under what id, and by which root secret they are encrypted. */
export interface BlobName {
  /** The index of the policy. */
  readonly policy: number
  readonly id: string
  /** The id of the secret, which may be empty; undefined where the bytes lie as they are. */
  readonly secret: string | undefined
}

/** `2.ID~SECRET`; of the first policy and without encryption it is the id alone. */
const form = /^(?:(\d+)\.)?([^~]*)(?:~(.*))?$/

export const blobName = ({ policy, id, secret }: BlobName): string =>
  `${policy === 0 ? '' : `${policy}.`}${id}${secret === undefined ? '' : `~${secret}`}`

export const readBlobName = (name: string): BlobName => {
  const [, policy, id = '', secret] = form.exec(name) ?? []
  return { policy: Number(policy ?? 0), id, secret }
}
