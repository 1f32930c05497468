import { notification, versionedPayload } from '@nimbo/notifications/notification'
import { Type } from 'typebox'
import { actionFields, FlavorPayload } from './payloads.ts'
import {
  startAndEnd,
  apiNotification,
  hostNotifications,
  namedNotifications,
  untilError,
  usage,
} from './servers.ts'

const InstanceActionResizePrepPayload = versionedPayload('InstanceActionResizePrepPayload', '1.4', {
  ...actionFields,
  new_flavor: FlavorPayload.schema,
})

/** A host prepares for a resize or migration. */
export const resizePrepNotifications = {
  versioned: notification('instance.resize_prep', {
    publisher: 'nova-compute',
    phases: startAndEnd,
    payload: InstanceActionResizePrepPayload,
  }),
  unversioned: notification('compute.instance.resize.prep', {
    publisher: 'compute',
    phases: startAndEnd,
    payload: usage({ new_instance_type: Type.String() }),
  }),
}

/** Resizes and migrations. */
export const moveNotifications = {
  resize: hostNotifications('resize', untilError),
  finish: namedNotifications({ versioned: 'resize_finish', unversioned: 'finish_resize' }, startAndEnd),
  confirm: namedNotifications({ versioned: 'resize_confirm', unversioned: 'resize.confirm' }, startAndEnd),
  offload: hostNotifications('shelve_offload', startAndEnd),
  unshelve: hostNotifications('unshelve', startAndEnd),
  revert: namedNotifications({ versioned: 'resize_revert', unversioned: 'resize.revert' }, startAndEnd),
}

/** Evacuations. */
export const evacuateNotifications = {
  versioned: apiNotification('evacuate'),
  unversioned: notification('compute.instance.evacuate', { publisher: 'compute', payload: usage({}) }),
}
