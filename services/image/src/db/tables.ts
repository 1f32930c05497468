import type { OutboxTables } from '@nimbo/notifications/outbox-tables'
import type { ImageStatus, Visibility } from '../resources/image/image.ts'

export interface ImageTables extends OutboxTables {
  images: ImageRow
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
