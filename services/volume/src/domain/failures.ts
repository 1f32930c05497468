/** Ids and texts of user messages, both as in Cinder, because clients match on either. */
export const failedActions = {
  schedule: { id: '001', text: 'schedule allocate volume' },
  upload: { id: '003', text: 'copy volume to image' },
  copyImage: { id: '005', text: 'copy image to volume' },
  extend: { id: '007', text: 'extend volume' },
  create: { id: '008', text: 'create volume from backend storage' },
  takeSnapshot: { id: '009', text: 'create snapshot' },
  deleteSnapshot: { id: '010', text: 'delete snapshot' },
  backUp: { id: '013', text: 'create backup' },
  deleteBackup: { id: '014', text: 'delete backup' },
  restore: { id: '015', text: 'restore backup' },
  /** Cinder has no id for this action. */
  retype: { id: '901', text: 'retype volume' },
  reimage: { id: '016', text: 'reimage volume' },
} as const
export type FailedAction = keyof typeof failedActions

export const reasons = {
  unknown: { id: '001', text: 'An unknown error occurred.' },
  noBackend: { id: '003', text: 'Could not find any available storage backend.' },
  notUploaded: { id: '004', text: 'Failed to upload volume to image at backend.' },
  imageUnacceptable: { id: '007', text: 'Image used for creating volume exceeds available space.' },
  /** Cinder has no id for this reason. */
  noRoomForHeader: {
    id: '901',
    text: 'The end of the volume is in use, and its encryption needs that room: extend the volume first.',
  },
  notExtended: { id: '022', text: 'Volume extension failed.' },
} as const
export type Reason = keyof typeof reasons
