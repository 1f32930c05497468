import { empty, exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { before, since } from '@nimbo/operation/windows'
import { Type } from 'typebox'
import { snapshotActionNotifications } from '../notifications/servers.ts'
import { IntegerLike, Metadata, Name } from '../words.ts'
import { askedByAction } from './asked-by-action.ts'
import { imageStates } from './create-image.ts'
import { hostAction } from './host-action.ts'

export const createBackup = hostAction({
  name: 'createBackup',
  operation: operation({
    ...askedByAction('createBackup'),
    id: 'servers.create-backup',
    summary: 'Make an image of a server, and remove the oldest ones of its kind',
    rule: 'os_compute_api:os-create-backup',
    body: Type.Object(
      {
        createBackup: Type.Object(
          {
            name: Name,
            backup_type: Type.String(),
            rotation: IntegerLike(0),
            metadata: Type.Optional(Metadata),
          },
          exact,
        ),
      },
      exact,
    ),
    replies: {
      // With a rotation of 0 no backup is kept, and the reply has no body in any version.
      202: Type.Union([since('2.45', view({ image_id: Type.String() })), before('2.45', empty)]),
    },
  }),
  from: imageStates,
  taskState: 'image_backup',
  steps: ['image_snapshot', 'image_pending_upload', 'image_uploading'],
  event: 'compute_backup_instance',
  notifications: snapshotActionNotifications,
  order: {
    imageId: Type.String(),
    backupType: Type.String(),
    /** How many of the server's backups of this type to keep. */
    rotation: Type.Integer(),
  },
})
