import { readAs } from './read-as.ts'
import { anything, oneOf } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const value = defineResourceType({
  type: 'OS::Heat::Value',
  support: { since: '7.0.0' },
  properties: {
    value: anything({ required: true, update: 'in-place' }),
    type: oneOf(['string', 'number', 'comma_delimited_list', 'json', 'boolean'], { update: 'in-place' }),
  },
  attributes: {
    value: {
      of: (_live, { properties: { value: given, type } }) => {
        const read = readAs(type, given)
        return 'problem' in read ? null : read.value
      },
    },
  },
  validate: ({ value: given, type }) => {
    const read = readAs(type, given)
    return 'problem' in read ? [read.problem] : []
  },
  create: async ({ resource }) => resource.physicalName,
  update: async () => {},
  delete: async () => {},
  isDeleted: async () => true,
})
