import { notification } from '@nimbo/notifications/notification'
import { Type } from 'typebox'
import { cadfFields } from './cadf.ts'

const Id = Type.Optional(Type.String())

/** To whom, where, and whether for what lies below; on the whole system where neither project nor domain is named. */
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

const told = (verb: string) =>
  notification(`identity.role_assignment.${verb}`, {
    publisher: 'identity',
    payload: RoleAssignmentPayload,
  })

/** Roles given and taken. */
export const roleAssignmentNotifications = { created: told('created'), deleted: told('deleted') }
