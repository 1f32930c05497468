/** Metadata key that names the image a snapshot of a volume was taken for, so that it is found if nobody records the image. */
export const madeForImage = 'nimbo_made_for_image'
