import { notification, versionedPayload } from '@nimbo/notifications/notification'
import { Type } from 'typebox'
import { serverFields } from './payloads.ts'
import { serverUpdateParts, usage } from './servers.ts'

/** The usage audit's notification of a server that was active on a host during a period. */
export const serverExistsNotifications = {
  versioned: notification('instance.exists', {
    publisher: 'nova-compute',
    payload: versionedPayload('InstanceExistsPayload', '2.1', {
      ...serverFields,
      audit_period: serverUpdateParts.auditPeriod.schema,
    }),
  }),
  unversioned: notification('compute.instance.exists', {
    publisher: 'compute',
    payload: usage({
      audit_period_beginning: Type.String(),
      audit_period_ending: Type.String(),
      bandwidth: Type.Record(Type.String(), Type.Unknown()),
    }),
  }),
}
