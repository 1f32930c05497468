import type { Standing } from '../../resource-type/handling.ts'
import { allowed, range } from '../../resource-type/constraint.ts'
import { anyList, number } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

interface Wait {
  readonly min_wait: number
  readonly actions: readonly unknown[]
}

const hasPassed = ({ properties, resource, attempt, clock }: Standing<Wait>, action: string): boolean => {
  if (!properties.actions.includes(action)) return true
  const seconds = properties.min_wait + Number(resource.data.jitter ?? 0)
  return clock.now() >= Date.parse(attempt.startedAt) + seconds * 1000
}

export const delay = defineResourceType({
  type: 'OS::Heat::Delay',
  support: { since: '11.0.0' },
  properties: {
    min_wait: number({ update: 'in-place', default: 0, constraints: [range({ min: 0 })] }),
    max_jitter: number({ update: 'in-place', default: 0, constraints: [range({ min: 0 })] }),
    jitter_multiplier: number({ update: 'in-place', default: 1.0, constraints: [range({ min: 0 })] }),
    actions: anyList({
      update: 'in-place',
      default: ['CREATE'],
      constraints: [allowed(['CREATE', 'DELETE', 'SUSPEND', 'RESUME'])],
    }),
  },
  create: async ({ properties, resource }) => ({
    id: resource.physicalName,
    data: { jitter: String(properties.jitter_multiplier * Math.random() * properties.max_jitter) },
  }),
  isCreated: async (handling) => hasPassed(handling, 'CREATE'),
  update: async () => {},
  delete: async () => {},
  isDeleted: async (handling) => hasPassed(handling, 'DELETE'),
  suspend: async () => {},
  isSuspended: async (handling) => hasPassed(handling, 'SUSPEND'),
  resume: async () => {},
  isResumed: async (handling) => hasPassed(handling, 'RESUME'),
})
