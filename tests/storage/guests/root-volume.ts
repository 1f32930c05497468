/** The root disk of a server, in the body of its request: a volume of an image or a snapshot, which goes with the server. */
export const rootVolume = (source_type: 'image' | 'snapshot', uuid: string, volume_type?: string) => ({
  ...{ boot_index: 0, uuid, source_type, destination_type: 'volume', volume_size: 1 },
  ...{ delete_on_termination: true, ...(volume_type === undefined ? {} : { volume_type }) },
})
