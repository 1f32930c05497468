import { anyList } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const accessPolicy = defineResourceType({
  type: 'OS::Heat::AccessPolicy',
  properties: {
    AllowedResources: anyList({ required: true }),
  },
  create: async ({ resource }) => resource.physicalName,
  delete: async () => {},
  isDeleted: async () => true,
})
