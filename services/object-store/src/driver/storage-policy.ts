import type { ObjectBytes } from './object-bytes.ts'

/** A storage policy: how the bytes of objects are stored. That of a container never changes. */
export interface StoragePolicy {
  readonly index: number
  readonly name: string
  readonly aliases: readonly string[]
  /** Whether containers created without `X-Storage-Policy` get it. */
  readonly isDefault: boolean
  /** Deprecated: existing containers keep it, but no new container can use it. */
  readonly isDeprecated: boolean
  readonly bytes: ObjectBytes
  /** Whether small objects are stored in the database instead: not where the operator chose disks or a storage for the bytes. */
  readonly hasRows: boolean
}

/** The policy of a store with a single one. */
export const onlyPolicy = (bytes: ObjectBytes): StoragePolicy => ({
  ...{ index: 0, name: 'Policy-0', aliases: [], isDefault: true, isDeprecated: false },
  ...{ bytes, hasRows: false },
})
