/** Every status a volume can have. */
export const volumeStatuses = [
  'creating',
  'downloading',
  'available',
  'reserved',
  'attaching',
  'in-use',
  'detaching',
  'extending',
  'maintenance',
  'deleting',
  'error',
  'error_deleting',
  'error_extending',
] as const
export type VolumeStatus = (typeof volumeStatuses)[number]
