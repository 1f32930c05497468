import type { FlowTables } from '@nimbo/durable/flow-tables'
import type { OutboxTables } from '@nimbo/notifications/outbox-tables'
import type { ImageStatus, Visibility } from '../resources/image/image.ts'

export interface ImageTables extends OutboxTables, FlowTables {
  images: ImageRow
  tasks: TaskRow
  cached_images: CachedImageRow
  metadef_namespaces: NamespaceRow
  metadef_items: MetadefItemRow
  metadef_resource_types: ResourceTypeRow
  image_members: MemberRow
}

/** Booleans are 0 and 1; `tags` and `properties` are JSON text. */
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
  /** The upload under way, under which the store keeps its bytes, and until when it counts as alive. */
  upload_id: string | null
  upload_until: string | null
  /** What the store keeps the bytes under, once they are whole. */
  location: string | null
  /** JSON: the ids of the stores that keep them under it. */
  stores: string
  /** What the staging store keeps bytes under that wait to be imported. */
  staged: string | null
  /** The task that imports into the image: no other may begin. */
  import_task: string | null
  /** Stores, with commas between, that are still to have the image and that could not take it. */
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
  /** JSON. */
  input: string
  result: string | null
  /** Why it failed; empty as long as it did not. */
  message: string
  /** When it is shown no more; null until it has ended. */
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

/** What lies in a namespace: definitions, and the types of resources that they are of. */
export interface MetadefItemRow {
  namespace_id: string
  kind: 'object' | 'property' | 'tag' | 'association'
  name: string
  /** JSON: all that is said of it but its name. */
  body: string
  created_at: string
  updated_at: string
}

export interface ResourceTypeRow {
  name: string
  created_at: string
  updated_at: string
}

/** A copy that a machine keeps of an image. */
export interface CachedImageRow {
  node: string
  image_id: string
  /** What the machine keeps it under; null until it is there. */
  key: string | null
  size: number
  hits: number
  last_accessed: string
  last_modified: string
}
