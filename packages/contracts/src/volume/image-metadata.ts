/** Entries of `volume_image_metadata` that describe the image and its file; the others are its properties, which say how it boots. */
export const imageAttributes: ReadonlySet<string> = new Set([
  ...['image_id', 'image_name', 'name', 'checksum', 'size', 'min_disk', 'min_ram'],
  ...['disk_format', 'container_format', 'os_hash_algo', 'os_hash_value'],
])
