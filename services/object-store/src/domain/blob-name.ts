/** The parts of a blob name: the storage policy, the id, and the root secret that encrypts the bytes. */
export interface BlobName {
  /** The index of the policy. */
  readonly policy: number
  readonly id: string
  /** The id of the root secret, which may be empty; undefined if the bytes are not encrypted. */
  readonly secret: string | undefined
}

/** `2.ID~SECRET`; for policy 0 and without encryption only the id. */
const form = /^(?:(\d+)\.)?([^~]*)(?:~(.*))?$/

export const blobName = ({ policy, id, secret }: BlobName): string =>
  `${policy === 0 ? '' : `${policy}.`}${id}${secret === undefined ? '' : `~${secret}`}`

export const readBlobName = (name: string): BlobName => {
  const [, policy, id = '', secret] = form.exec(name) ?? []
  return { policy: Number(policy ?? 0), id, secret }
}
