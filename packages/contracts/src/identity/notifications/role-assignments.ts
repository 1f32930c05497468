import { notification } from '@nimbo/notifications/notification'
import { Type } from 'typebox'
import { cadfFields } from './cadf.ts'

const Id = Type.Optional(Type.String())

/** Actor and target, and whether inherited; on the system if neither project nor domain is given. */
const RoleAssignmentPayload = Type.Object(
  {
    ...cadfFields,
    user: Id,
    group: Id,
    project: Id,
    domain: Id,
    role: Type.String(),
    inherited_to_projects: Type.Boolean(),
  },
  { additionalProperties: false },
)

const assignmentNotification = (verb: string) =>
  notification(`identity.role_assignment.${verb}`, {
    publisher: 'identity',
    payload: RoleAssignmentPayload,
  })

/** Role assignments created and deleted. */
export const roleAssignmentNotifications = {
  created: assignmentNotification('created'),
  deleted: assignmentNotification('deleted'),
}
