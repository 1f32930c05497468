import { createHash } from 'node:crypto'

export type Algorithm = 'md5' | 'sha512'

/** Computes several digests of the same bytes incrementally. */
export const runningDigests = (algorithms: readonly Algorithm[]) => {
  const hashes = algorithms.map((algorithm) => createHash(algorithm))
  return {
    update: (bytes: Uint8Array): void => {
      for (const hash of hashes) hash.update(bytes)
    },
    /** In hexadecimal. */
    end: (): readonly string[] => hashes.map((hash) => hash.digest('hex')),
  }
}
