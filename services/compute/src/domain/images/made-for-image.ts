/**
 * Metadata key that names the image a snapshot of a volume was taken for, so that the snapshot is found if the image is
 * never recorded.
 */
export const madeForImage = 'nimbo_made_for_image'
