import type { Standing } from '../../resource-type/handling.ts'
import { resourceErrors } from '../../resource-type/errors.ts'
import { custom } from '../../resource-type/constraint.ts'
import { boolean, mapOf, number, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

interface Waits {
  readonly fail: boolean
  readonly wait_secs: number
  readonly action_wait_secs?: {
    readonly create?: number
    readonly update?: number
    readonly delete?: number
  }
}

const failIf = (fails: boolean, name: string): void => {
  if (fails) throw resourceErrors.ResourceFailure({ problem: `Test Resource failed ${name}` })
}

const hasWaited = (
  { properties, attempt, clock }: Standing<Waits>,
  action: 'create' | 'update' | 'delete',
): boolean => {
  const seconds = properties.action_wait_secs?.[action] ?? properties.wait_secs
  return clock.now() >= Date.parse(attempt.startedAt) + seconds * 1000
}

const isOver = (handling: Standing<Waits>, action: 'create' | 'update'): boolean => {
  if (!hasWaited(handling, action)) return false
  failIf(handling.properties.fail, handling.resource.name)
  return true
}

export const testResource = defineResourceType({
  type: 'OS::Heat::TestResource',
  support: { since: '5.0.0' },
  properties: {
    constraint_prop_secs: number({
      update: 'in-place',
      default: 0,
      support: { since: '6.0.0' },
      constraints: [custom('test_constr')],
    }),
    attr_wait_secs: number({ update: 'in-place', default: 0, support: { since: '6.0.0' } }),
    value: string({ update: 'in-place', default: 'test_string' }),
    update_replace_value: string({ support: { since: '7.0.0' } }),
    fail: boolean({ update: 'in-place', default: false }),
    update_replace: boolean({ update: 'in-place', default: false }),
    wait_secs: number({ update: 'in-place', default: 0 }),
    action_wait_secs: mapOf(
      {
        create: number({ update: 'in-place' }),
        update: number({ update: 'in-place' }),
        delete: number({ update: 'in-place' }),
      },
      { update: 'in-place' },
    ),
    client_name: string({ update: 'in-place', default: '' }),
    entity_name: string({ update: 'in-place', default: '' }),
  },
  attributes: {
    output: { of: (_live, { properties }) => properties.value },
  },
  create: async ({ resource }) => resource.physicalName,
  isCreated: async (handling) => isOver(handling, 'create'),
  needsReplacement: ({ update_replace }) => update_replace === true,
  update: async () => {},
  isUpdated: async (handling) => isOver(handling, 'update'),
  delete: async () => {},
  isDeleted: async (handling) => hasWaited(handling, 'delete'),
  check: async ({ properties, resource }) => failIf(properties.fail, resource.name),
})
