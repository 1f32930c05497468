import { defineResourceType } from '../../resource-type/resource-type.ts'

export const glanceImage = defineResourceType({
  type: 'OS::Glance::Image',
  support: { status: 'HIDDEN', since: '22.0.0' },
  properties: {},
  anyProperty: true,
  create: async ({ resource }) => resource.physicalName,
  delete: async () => {},
  isDeleted: async () => true,
  otherAttribute: async () => null,
})
