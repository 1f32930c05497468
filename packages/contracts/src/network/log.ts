import { view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject } from '@nimbo/operation/target'
import { attribute } from '@nimbo/resource/describe/attribute'
import { type Of, type Plain, resource } from '@nimbo/resource/describe/kind'
import { boolean, oneOf, orNull, text, uuid } from '@nimbo/resource/describe/value-types'
import { Type } from 'typebox'
import { crud } from './crud.ts'
import { resourceNotifications } from './resource-notifications.ts'
import { named, standard } from './standard.ts'

/** A log of packets that security groups accept or drop. */
export const log = resource(
  'log',
  'logs',
  {
    ...standard,
    ...named,
    enabled: attribute(boolean, { on: 'create update', default: true }),
    resource_type: attribute(text(), { on: 'create', required: true, example: 'security_group' }),
    /** The security group; all of the project's by default. */
    resource_id: attribute(orNull(uuid), { on: 'create', default: null }),
    /** Only this port. */
    target_id: attribute(orNull(uuid), { on: 'create', default: null }),
    event: attribute(oneOf('ALL', 'ACCEPT', 'DROP'), { on: 'create', default: 'ALL' }),
  },
  { path: 'log/logs' },
)

export type NetworkLog = Of<typeof log>
export type PlainLog = Plain<typeof log>

export const logOperations = crud(log, {
  notFound: 'LogResourceNotFound',
  create: [
    'InvalidLogResourceType',
    'ResourceNotFound',
    'TargetResourceNotFound',
    'InvalidResourceConstraint',
    'OverQuota',
  ],
  update: ['RevisionNumberConstraintFailed'],
  delete: ['RevisionNumberConstraintFailed'],
})

export const logNotifications = resourceNotifications('log', { whenDeleted: 'id' })

/** Resource types that can be logged. */
export const listLoggableResources = operation({
  id: 'loggable_resources.list',
  method: 'GET',
  path: '/log/loggable-resources',
  summary: 'List the kinds of resource that can be logged',
  rule: 'get_loggable_resource',
  on: ownProject,
  replies: { 200: view({ loggable_resources: Type.Array(view({ type: Type.String() })) }) },
})
