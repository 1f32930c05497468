import { defineResourceType } from '../../resource-type/resource-type.ts'

export const none = defineResourceType({
  type: 'OS::Heat::None',
  support: { since: '5.0.0' },
  properties: {},
  anyProperty: true,
  create: async ({ resource }) => resource.physicalName,
  delete: async () => {},
  isDeleted: async () => true,
  otherAttribute: async () => null,
})
