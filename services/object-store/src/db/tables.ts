import type { OutboxTables } from '@nimbo/notifications/outbox-tables'

/** `metadata` and `headers` are JSON objects of header names, in lower case, and their values. */
export interface SwiftTables extends OutboxTables {
  accounts: AccountRow
  containers: ContainerRow
  objects: ObjectRow
  object_versions: ObjectVersionRow
  blobs_in_doubt: BlobInDoubtRow
  uploads_in_doubt: UploadInDoubtRow
  small_bytes: SmallBytesRow
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
  /** Swift timestamps: seconds since 1970 with five decimals. */
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
  /** A Swift timestamp: seconds with five decimals. */
  timestamp: string
  etag: string
  /** The size of a download in bytes: for a large object, the sum of its segments. */
  size: number
  content_type: string
  headers: string
  /** The kind of content that the bytes are: the data itself, the manifest of a static large object, … */
  kind: ContentKind
  /** The name of its bytes in storage; null if it has none. */
  blob: string | null
  /** The expiry in whole seconds since 1970. */
  delete_at: number | null
  /** Distinguishes the versions of a name; null if the object was stored without versioning. */
  version_id: string | null
}

/** An older version of an object in a container with versioning, or a delete marker. */
export interface ObjectVersionRow extends Omit<ObjectRow, 'version_id'> {
  version_id: string
  is_marker: number
}

export type ContentKind = 'bytes' | 'static' | 'dynamic' | 'link'

/** Bytes that no object refers to: those of an upload in progress, or of a deleted object. After `until` they may be removed. */
export interface BlobInDoubtRow {
  id: string
  until: string
}

/** A multipart upload of the S3 API whose object was destroyed, until its parts have been removed too. */
export interface UploadInDoubtRow {
  id: string
  account: string
  bucket: string
  key: string
}

/** The bytes of a small object. `id` is the id in the object's blob name (`row.ID`). */
export interface SmallBytesRow {
  id: string
  bytes: Uint8Array
}

/** The last change of an object that has not been sent to the container's sync peer. */
export interface SyncChangeRow {
  container_id: string
  name: string
  timestamp: string
  is_deleted: number
}

/** Figures of a background task's last pass, as JSON. */
export interface ReconFigureRow {
  name: string
  value: string
}
