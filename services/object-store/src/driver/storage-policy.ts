import type { ObjectBytes } from './object-bytes.ts'

/** A named way to keep the bytes of objects; a container has one for good. */
export interface StoragePolicy {
  readonly index: number
  readonly name: string
  readonly aliases: readonly string[]
  /** That of containers which say nothing. */
  readonly isDefault: boolean
  /** Kept for containers that have it, and given to no other. */
  readonly isDeprecated: boolean
  readonly bytes: ObjectBytes
}

/** The policy of a store that has one. */
export const onlyPolicy = (bytes: ObjectBytes): StoragePolicy => ({
  ...{ index: 0, name: 'Policy-0', aliases: [], isDefault: true, isDeprecated: false, bytes },
})
