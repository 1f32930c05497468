import type { ExportsVolumes } from '@nimbo/volume/driver/volume-backend'

/** Hosts open the file itself, so there is nothing to export or to end. */
export const pathExports = (fileOf: (volumeId: string) => Promise<string>): ExportsVolumes => ({
  open: async (volumeId) => {
    const data = { device_path: await fileOf(volumeId), format: 'raw', volume_id: volumeId }
    return { driver_volume_type: 'file', data }
  },
  close: async () => {},
})
