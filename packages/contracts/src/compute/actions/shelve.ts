import { operation } from '@nimbo/operation/operation'
import { Type } from 'typebox'
import { startAndEnd, hostNotifications } from '../notifications/servers.ts'
import { askedByAction, onlyNamed } from './asked-by-action.ts'
import { hostAction } from './host-action.ts'
import { idle } from './start-states.ts'

export const shelve = hostAction({
  name: 'shelve',
  operation: operation({
    ...askedByAction('shelve'),
    id: 'servers.shelve',
    summary: 'Switch a server off for long, and keep its disk as an image',
    rule: 'os_compute_api:os-shelve:shelve',
    body: onlyNamed('shelve'),
  }),
  from: { ...idle, vmStates: ['active', 'stopped', 'paused', 'suspended'] },
  taskState: 'shelving',
  steps: ['shelving_image_pending_upload', 'shelving_image_uploading'],
  endsIn: 'shelved',
  event: 'compute_shelve_instance',
  notifications: hostNotifications('shelve', startAndEnd),
  order: {
    /** The image to upload to; absent for a server that boots from a volume and keeps its disks. */
    imageId: Type.Optional(Type.String()),
  },
})
