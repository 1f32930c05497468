/**
 * The name in the key manager of the key of an image that an encrypted volume was uploaded to. Cinder stores it, and Glance deletes
 * it with the image; the name is how both know that the id in the image's properties, which users can change, is that of this key.
 */
export const imageKeyName = (imageId: string): string => `image-${imageId}`

/** The properties of such an image. */
export const keyIdProperty = 'cinder_encryption_key_id'
export const keyPolicyProperty = 'cinder_encryption_key_deletion_policy'
export const deletedWithImage = 'on_image_deletion'
