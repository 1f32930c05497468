import { notification, versionedPayload } from '@nimbo/notifications/notification'
import { Type } from 'typebox'
import { actionFields, FlavorPayload } from './payloads.ts'
import { startAndEnd, toldByApi, toldByHost, toldInWords, untilError, usage } from './servers.ts'

const InstanceActionResizePrepPayload = versionedPayload('InstanceActionResizePrepPayload', '1.4', {
  ...actionFields,
  new_flavor: FlavorPayload.schema,
})

/** A host prepares for a resize or migration. */
export const toldOfResizePrep = {
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
  resize: toldByHost('resize', untilError),
  finish: toldInWords({ versioned: 'resize_finish', unversioned: 'finish_resize' }, startAndEnd),
  confirm: toldInWords({ versioned: 'resize_confirm', unversioned: 'resize.confirm' }, startAndEnd),
  offload: toldByHost('shelve_offload', startAndEnd),
  unshelve: toldByHost('unshelve', startAndEnd),
  revert: toldInWords({ versioned: 'resize_revert', unversioned: 'resize.revert' }, startAndEnd),
}

/** Evacuations. */
export const evacuateNotifications = {
  versioned: toldByApi('evacuate'),
  unversioned: notification('compute.instance.evacuate', { publisher: 'compute', payload: usage({}) }),
}
