import type { Server } from '../servers/server.ts'

/** Properties that a snapshot never inherits from the server's image. */
const neverInherited: ReadonlySet<string> = new Set([
  ...['cinder_encryption_key_id', 'cinder_encryption_key_deletion_policy'],
  ...['img_signature', 'img_signature_hash_method', 'img_signature_key_type'],
  ...['img_signature_certificate_uuid', 'base_image_ref', 'image_type', 'instance_uuid', 'user_id'],
  ...['block_device_mapping', 'bdm_v2', 'root_device_name', 'backup_type'],
])

const ofImageService = 'os_glance_'

/** Why an image is created from a server. */
export interface SnapshotRequest {
  readonly name: string
  readonly metadata: Readonly<Record<string, string>>
  /** `snapshot`, or `backup` with its type. */
  readonly type: Readonly<Record<string, string>>
}

/**
 * The properties of a snapshot image: inherited from the server's image (except `non_inheritable_image_properties`),
 * then requested ones, then its origin.
 */
export const snapshotImage = (
  server: Server,
  { name, metadata, type }: SnapshotRequest,
  notInherited: readonly string[],
): Readonly<Record<string, string | number>> => {
  const inherited = Object.entries(server.imageProperties).filter(
    ([property]) =>
      !neverInherited.has(property) &&
      !notInherited.includes(property) &&
      !property.startsWith(ofImageService),
  )
  return {
    ...Object.fromEntries(inherited),
    ...metadata,
    name,
    visibility: 'private',
    min_disk: server.flavor.rootGb,
    ...type,
    // The request may override `image_type`, as in Nova.
    ...(metadata.image_type === undefined ? {} : { image_type: metadata.image_type }),
    instance_uuid: server.id,
    user_id: server.userId,
    ...(server.imageId === null ? {} : { base_image_ref: server.imageId }),
  }
}
