import type { FlowTables } from '@nimbo/durable/flow-tables'
import type { OutboxTables } from '@nimbo/notifications/outbox-tables'
import type { ImageStatus, Visibility } from '../resources/image/image.ts'

export interface ImageTables extends OutboxTables, FlowTables {
  images: ImageRow
  deleted_images: DeletedImageRow
  tasks: TaskRow
  cached_images: CachedImageRow
  metadef_namespaces: NamespaceRow
  metadef_items: MetadefItemRow
  metadef_resource_types: ResourceTypeRow
  image_members: MemberRow
}

/** Booleans are 0 and 1; `tags` and `properties` are JSON. */
export interface ImageRow {
  id: string
  name: string | null
  status: ImageStatus
  visibility: Visibility
  owner: string | null
  disk_format: string | null
  container_format: string | null
  min_disk: number
  min_ram: number
  protected: number
  hidden: number
  size: number | null
  virtual_size: number | null
  checksum: string | null
  hash_value: string | null
  tags: string
  properties: string
  /** The current upload, whose id is the key of its data in the store, and when its lease expires. */
  upload_id: string | null
  upload_until: string | null
  /** The key of the data in the stores, once it is complete. */
  location: string | null
  /** JSON: the ids of the stores that have the data. */
  stores: string
  /** JSON: the external addresses of the data that users added, with their metadata. */
  addresses: string
  /** The key of the data in the staging store, until it is imported. */
  staged: string | null
  /** The task of the running import; while it is set, no other may begin. */
  import_task: string | null
  /** Comma-separated stores that the import has not written to yet, and those that failed. */
  importing_to: string | null
  failed_imports: string | null
  created_at: string
  updated_at: string
}

export interface MemberRow {
  image_id: string
  member_id: string
  status: 'pending' | 'accepted' | 'rejected'
  created_at: string
  updated_at: string
}

export interface TaskRow {
  id: string
  type: 'import' | 'api_image_import' | 'location_import'
  status: 'pending' | 'processing' | 'success' | 'failure'
  owner: string | null
  user_id: string | null
  request_id: string | null
  image_id: string | null
  /** The `input` of the task, as JSON. */
  input: string
  result: string | null
  /** The reason of a failure; empty otherwise. */
  message: string
  /** The time from which the task is no longer shown; null until the task has ended. */
  expires_at: string | null
  created_at: string
  updated_at: string
}

export interface NamespaceRow {
  id: string
  namespace: string
  display_name: string | null
  description: string | null
  visibility: 'public' | 'private'
  protected: number
  owner: string | null
  created_at: string
  updated_at: string
}

/** An item of a namespace: an object, property, tag, or resource type association. */
export interface MetadefItemRow {
  namespace_id: string
  kind: 'object' | 'property' | 'tag' | 'association'
  name: string
  /** JSON: all attributes except the name. */
  body: string
  created_at: string
  updated_at: string
}

export interface ResourceTypeRow {
  name: string
  created_at: string
  updated_at: string
}

/** A deleted image. The row is kept for ever, so that no other image can get its id. */
export interface DeletedImageRow {
  id: string
  deleted_at: string
}

/** A cached image on a host. */
export interface CachedImageRow {
  node: string
  image_id: string
  /** The key in the cache; null until the image is cached. */
  key: string | null
  size: number
  hits: number
  last_accessed: string
  last_modified: string
}
