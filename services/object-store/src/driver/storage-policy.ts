import type { ObjectBytes } from './object-bytes.ts'

/** A storage policy: how the bytes of objects are stored. The policy of a container never changes. */
export interface StoragePolicy {
  readonly index: number
  readonly name: string
  readonly aliases: readonly string[]
  /** Whether containers created without `X-Storage-Policy` get it. */
  readonly isDefault: boolean
  /** Deprecated: existing containers keep it, but no new container can use it. */
  readonly isDeprecated: boolean
  readonly bytes: ObjectBytes
  /** Whether small objects are stored in the database. False if the operator configured disks for the policy, or another driver. */
  readonly hasRows: boolean
}

/** The policy of a store that has only one. */
export const onlyPolicy = (bytes: ObjectBytes): StoragePolicy => ({
  ...{ index: 0, name: 'Policy-0', aliases: [], isDefault: true, isDeprecated: false },
  ...{ bytes, hasRows: false },
})
