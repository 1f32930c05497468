import { defineResourceType } from '../../resource-type/resource-type.ts'

export const haRestarter = defineResourceType({
  type: 'OS::Heat::HARestarter',
  support: { status: 'HIDDEN', since: '10.0.0' },
  properties: {},
  anyProperty: true,
  create: async ({ resource }) => resource.physicalName,
  delete: async () => {},
  isDeleted: async () => true,
  otherAttribute: async () => null,
})
