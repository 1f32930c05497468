import { notification } from '@nimbo/notifications/notification'
import { Type } from 'typebox'

const Text = Type.Union([Type.String(), Type.Null()])
const common = {
  tenant_id: Type.String(),
  user_id: Type.String(),
  name: Text,
  group_type: Type.String(),
  created_at: Type.String(),
  status: Type.String(),
}

const group = (verb: string) =>
  notification(`group.${verb}`, {
    publisher: 'group',
    phases: ['start', 'end'],
    payload: Type.Object(
      { ...common, availability_zone: Type.String(), group_id: Type.String() },
      { additionalProperties: false },
    ),
  })

/** Groups. */
export const groupNotifications = {
  create: group('create'),
  update: group('update'),
  delete: group('delete'),
}

const groupSnapshot = (verb: string) =>
  notification(`group_snapshot.${verb}`, {
    publisher: 'group_snapshot',
    phases: ['start', 'end'],
    payload: Type.Object(
      { ...common, group_snapshot_id: Type.String(), group_id: Type.String() },
      { additionalProperties: false },
    ),
  })

/** An operator set the status of a group or group snapshot. */
const reset = (kinds: 'groups' | 'groupsnapshots') =>
  notification(`${kinds}.reset_status`, {
    publisher: kinds,
    phases: ['start', 'end'],
    payload: Type.Object(
      { id: Type.String(), update: Type.Object({ status: Type.String() }, { additionalProperties: false }) },
      { additionalProperties: false },
    ),
  })

export const groupsReset = reset('groups')
export const groupSnapshotsReset = reset('groupsnapshots')

export const groupSnapshotNotifications = {
  create: groupSnapshot('create'),
  delete: groupSnapshot('delete'),
}
