import type { imageStatuses, visibilities } from '@nimbo/contracts/image/words'

export type Visibility = (typeof visibilities)[number]

export const diskFormats = [
  'ami',
  'ari',
  'aki',
  'vhd',
  'vhdx',
  'vmdk',
  'raw',
  'qcow2',
  'vdi',
  'iso',
  'ploop',
] as const
export const containerFormats = ['ami', 'ari', 'aki', 'bare', 'ovf', 'ova', 'docker', 'compressed'] as const

/**
 * `queued` has no data yet, `saving` receives it, `active` has it; `deactivated` cannot be downloaded by ordinary users. An
 * import first stages the data (`uploading`, during and after the upload), then inspects and stores it (`importing`).
 */
export type ImageStatus = (typeof imageStatuses)[number]

/** An external address of an image's data, with metadata that users set. */
export interface Address {
  readonly url: string
  readonly metadata: Readonly<Record<string, unknown>>
}

/** An image record. Times are ISO 8601 strings. */
export interface Image {
  readonly id: string
  readonly name: string | null
  readonly status: ImageStatus
  readonly visibility: Visibility
  readonly owner: string | null
  readonly diskFormat: string | null
  readonly containerFormat: string | null
  /** The minimum disk in gibibytes and the minimum memory in mebibytes that a server needs. */
  readonly minDisk: number
  readonly minRam: number
  readonly protected: boolean
  readonly hidden: boolean
  /** Bytes of the stored data, and of the disk that a guest sees. */
  readonly size: number | null
  readonly virtualSize: number | null
  /** MD5 and SHA-512 of the stored data, in hexadecimal. */
  readonly checksum: string | null
  readonly hashValue: string | null
  /** The key of the data in the stores, or an external address. */
  readonly location: string | null
  /** Ids of the stores that have the data. */
  readonly stores: readonly string[]
  /** External addresses of the data, in their order; see `show_multiple_locations`. */
  readonly addresses: readonly Address[]
  /** The key of the data in the staging store, until it is imported. */
  readonly staged: string | null
  /** The task of the running import. */
  readonly importTask: string | null
  /** Comma-separated stores that the import has not written to yet, and those that failed. */
  readonly importingTo: string | null
  readonly failedImports: string | null
  readonly tags: readonly string[]
  /** Properties set by users; all values are strings. */
  readonly properties: Readonly<Record<string, string>>
  readonly createdAt: string
  readonly updatedAt: string
}

/** Attributes that only the service sets. */
export const readOnlyAttributes: ReadonlySet<string> = new Set([
  'status',
  'created_at',
  'updated_at',
  'size',
  'virtual_size',
  'checksum',
  'os_hash_algo',
  'os_hash_value',
  'direct_url',
  'self',
  'file',
  'schema',
  'stores',
])

/** The prefix of properties that users may not set. */
export const reservedPrefix = 'os_glance_'
