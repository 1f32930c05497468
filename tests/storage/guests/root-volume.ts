/** The root disk in the request for a server: a new volume of an image or a snapshot, deleted with the server. */
export const rootVolume = (source_type: 'image' | 'snapshot', uuid: string, volume_type?: string) => ({
  ...{ boot_index: 0, uuid, source_type, destination_type: 'volume', volume_size: 1 },
  ...{ delete_on_termination: true, ...(volume_type === undefined ? {} : { volume_type }) },
})
