import { enoughOf } from './waited-signals.ts'
import { placeIn, receivedAt } from './swift-signals.ts'
import { range } from '../../resource-type/constraint.ts'
import { integer, number, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const swiftSignal = defineResourceType({
  type: 'OS::Heat::SwiftSignal',
  support: { since: '2014.2' },
  properties: {
    handle: string({ required: true }),
    timeout: number({ required: true, constraints: [range({ min: 1, max: 43200 })] }),
    count: integer({ default: 1, constraints: [range({ min: 1, max: 1000 })] }),
  },
  attributes: {
    data: {
      type: 'string',
      of: async (_live, { clients, properties }) =>
        JSON.stringify(
          Object.fromEntries(
            (await receivedAt(clients, properties.handle)).map(([id, { data }]) => [id, data]),
          ),
        ),
    },
  },
  client: 'object-store',
  validate: ({ handle }) =>
    handle === undefined || placeIn(handle) !== undefined ? [] : [`${handle} is no address of a signal`],
  create: async ({ resource }) => resource.physicalName,
  isCreated: async (handling) =>
    enoughOf(await receivedAt(handling.clients, handling.properties.handle), handling),
  delete: async () => {},
  isDeleted: async () => true,
})
