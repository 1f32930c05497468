import { attribute } from '@nimbo/resource/describe/attribute'
import { type Of, resource } from '@nimbo/resource/describe/kind'
import { identified } from '@nimbo/resource/describe/standard-attributes'
import { boolean, orNull, text } from '@nimbo/resource/describe/value-types'
import { crud } from './crud.ts'

/** Whether new security groups of a project are stateful by default; without a project, for all projects. */
export const defaultStatefulness = resource(
  'security_groups_default_statefulness',
  'security_groups_default_statefulness',
  {
    ...identified,
    project_id: attribute(orNull(text()), { on: 'create' }),
    stateful: attribute(boolean, { on: 'create update', default: true }),
  },
)

export type DefaultStatefulness = Of<typeof defaultStatefulness>

export const defaultStatefulnessOperations = crud(defaultStatefulness, {
  notFound: 'SecurityGroupDefaultStatefulnessNotFound',
  create: ['SecurityGroupDefaultStatefulnessAlreadyExists'],
})
