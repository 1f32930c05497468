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
 * `queued` has no data yet, `saving` receives it, `active` has it; `deactivated` keeps it from ordinary users. On the way of an
 * import data is staged (`uploading`, also when it is) and then judged and stored (`importing`).
 */
export type ImageStatus = (typeof imageStatuses)[number]

/** An image record. Instants are ISO 8601 text. */
export interface Image {
  readonly id: string
  readonly name: string | null
  readonly status: ImageStatus
  readonly visibility: Visibility
  readonly owner: string | null
  readonly diskFormat: string | null
  readonly containerFormat: string | null
  /** Gibibytes and mebibytes. */
  readonly minDisk: number
  readonly minRam: number
  readonly protected: boolean
  readonly hidden: boolean
  /** Bytes as stored, and as a guest would see them. */
  readonly size: number | null
  readonly virtualSize: number | null
  /** MD5 and SHA-512 of the bytes as stored, in hexadecimal. */
  readonly checksum: string | null
  readonly hashValue: string | null
  /** What the store keeps the bytes under. */
  readonly location: string | null
  /** Ids of the stores that have them. */
  readonly stores: readonly string[]
  /** What the staging store keeps bytes under that wait to be imported. */
  readonly staged: string | null
  /** The task that imports into it. */
  readonly importTask: string | null
  /** Stores, with commas between, that are still to have it and that could not take it. */
  readonly importingTo: string | null
  readonly failedImports: string | null
  readonly tags: readonly string[]
  /** Properties set by users; everything is text. */
  readonly properties: Readonly<Record<string, string>>
  readonly createdAt: string
  readonly updatedAt: string
}

/** Attributes only the service sets. */
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

/** Names users may not take for properties of their own. */
export const reservedPrefix = 'os_glance_'
