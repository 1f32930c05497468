/** `metadata` and `headers` are JSON objects of header names, in lower case, and their values. */
export interface SwiftTables {
  accounts: AccountRow
  containers: ContainerRow
  objects: ObjectRow
  object_versions: ObjectVersionRow
  blobs_in_doubt: BlobInDoubtRow
  container_sync_changes: SyncChangeRow
  recon_figures: ReconFigureRow
}

export interface AccountRow {
  name: string
  created_at: string
  metadata: string
}

export interface ContainerRow {
  id: string
  account: string
  name: string
  /** Both as Swift writes instants: seconds with five decimals. */
  created_at: string
  updated_at: string
  metadata: string
  policy: string
  object_count: number
  bytes_used: number
}

export interface ObjectRow {
  container_id: string
  name: string
  /** When it was put, in seconds with five decimals. */
  timestamp: string
  etag: string
  /** Bytes that a download has: of a large object, those of all its segments. */
  size: number
  content_type: string
  headers: string
  /** What kind of content the bytes are: themselves, the manifest of a static large object, … */
  kind: ContentKind
  /** The id under which its bytes are kept; null when it has none. */
  blob: string | null
  /** When it expires, in whole seconds. */
  delete_at: number | null
  /** By what it is told from older ones of its name; null of one put where versions are not kept. */
  version_id: string | null
}

/** What an object of a container that keeps versions was before, or the mark that it was deleted then. */
export interface ObjectVersionRow extends Omit<ObjectRow, 'version_id'> {
  version_id: string
  is_marker: number
}

export type ContentKind = 'bytes' | 'static' | 'dynamic' | 'link'

/** Bytes that no object has, or has not yet. Whoever finds that the instant has passed may remove them. */
export interface BlobInDoubtRow {
  id: string
  until: string
}

/** What the peer of a container has not been told: the last change of an object. */
export interface SyncChangeRow {
  container_id: string
  name: string
  timestamp: string
  is_deleted: number
}

/** What a task says of its last pass, as JSON. */
export interface ReconFigureRow {
  name: string
  value: string
}
