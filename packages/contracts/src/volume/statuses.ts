/** All volume statuses. */
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
  'retyping',
  'reverting',
  'uploading',
  'backing-up',
  'restoring-backup',
  'error_backing-up',
  'error_restoring',
  'awaiting-transfer',
  'managing',
  'error_managing',
  'unmanaging',
  'error_unmanaging',
] as const

/** Statuses that an administrator may set. */
export const resettableStatuses = [
  ...['creating', 'available', 'deleting', 'error', 'error_deleting', 'error_managing', 'managing'],
  ...['attaching', 'detaching', 'in-use', 'maintenance', 'reserved', 'extending', 'error_extending'],
] as const satisfies readonly (typeof volumeStatuses)[number][]
export type VolumeStatus = (typeof volumeStatuses)[number]
