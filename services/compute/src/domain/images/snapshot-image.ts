import type { Server } from '../servers/server.ts'

/** What only the image service, or the making of one image, may say of an image. */
const neverInherited: ReadonlySet<string> = new Set([
  ...['cinder_encryption_key_id', 'cinder_encryption_key_deletion_policy'],
  ...['img_signature', 'img_signature_hash_method', 'img_signature_key_type'],
  ...['img_signature_certificate_uuid', 'base_image_ref', 'image_type', 'instance_uuid', 'user_id'],
  ...['block_device_mapping', 'bdm_v2', 'root_device_name', 'backup_type'],
])

const ofImageService = 'os_glance_'

/** Why an image is made of a server. */
export interface SnapshotRequest {
  readonly name: string
  readonly metadata: Readonly<Record<string, string>>
  /** `snapshot`, or `backup` with its kind. */
  readonly type: Readonly<Record<string, string>>
}

/**
 * What is said of an image that is made of a server's disks: as its own image was, but for what an operator has not
 * inherited, then what was asked for, then where it came from.
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
    // What Nova lets whoever asks call it.
    ...(metadata.image_type === undefined ? {} : { image_type: metadata.image_type }),
    instance_uuid: server.id,
    user_id: server.userId,
    ...(server.imageId === null ? {} : { base_image_ref: server.imageId }),
  }
}
