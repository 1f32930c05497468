import { dataOf, hasEnough } from './waited-signals.ts'
import { range } from '../../resource-type/constraint.ts'
import { integer, number, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const waitCondition = defineResourceType({
  type: 'OS::Heat::WaitCondition',
  support: { since: '2014.2' },
  properties: {
    handle: string({ required: true }),
    timeout: number({ required: true, constraints: [range({ min: 1, max: 43200 })] }),
    count: integer({ update: 'in-place', default: 1, constraints: [range({ min: 1 })] }),
  },
  attributes: {
    data: { type: 'string', of: (_live, handling) => dataOf(handling) },
  },
  create: async ({ resource }) => resource.physicalName,
  isCreated: hasEnough,
  update: async () => {},
  isUpdated: hasEnough,
  delete: async () => {},
  isDeleted: async () => true,
})
