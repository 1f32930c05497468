import { createHash } from 'node:crypto'

/** MD5 and SHA-512 of an image's data, in hexadecimal. */
export interface Digests {
  readonly checksum: string
  readonly hashValue: string
}

/** Computes both incrementally. */
export const runningDigests = () => {
  const md5 = createHash('md5')
  const sha512 = createHash('sha512')
  return {
    update: (bytes: Uint8Array): void => {
      md5.update(bytes)
      sha512.update(bytes)
    },
    end: (): Digests => ({ checksum: md5.digest('hex'), hashValue: sha512.digest('hex') }),
  }
}
