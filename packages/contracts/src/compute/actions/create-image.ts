import { empty, exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { before, since } from '@nimbo/operation/windows'
import { Type } from 'typebox'
import { snapshotActionNotifications } from '../notifications/servers.ts'
import { Metadata, Name } from '../words.ts'
import { askedByAction } from './asked-by-action.ts'
import { hostAction } from './host-action.ts'
import { idle } from './start-states.ts'

/** States in which images can be created; locked servers are included, since nothing changes. */
export const imageStates = {
  ...idle,
  vmStates: ['active', 'stopped', 'paused', 'suspended'],
  lockIgnored: true,
} as const

export const createImage = hostAction({
  name: 'createImage',
  operation: operation({
    ...askedByAction('createImage'),
    id: 'servers.create-image',
    summary: 'Make an image of the disks of a server',
    rule: 'os_compute_api:servers:create_image',
    mayAsk: ['os_compute_api:servers:create_image:allow_volume_backed'],
    body: Type.Object(
      { createImage: Type.Object({ name: Name, metadata: Type.Optional(Metadata) }, exact) },
      exact,
    ),
    replies: {
      202: Type.Union([since('2.45', view({ image_id: Type.String() })), before('2.45', empty)]),
    },
  }),
  from: imageStates,
  taskState: 'image_snapshot_pending',
  steps: ['image_snapshot', 'image_pending_upload', 'image_uploading'],
  event: 'compute_snapshot_instance',
  notifications: snapshotActionNotifications,
  order: { imageId: Type.String() },
})
