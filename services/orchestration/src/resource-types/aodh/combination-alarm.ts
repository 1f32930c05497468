import { defineResourceType } from '../../resource-type/resource-type.ts'

export const combinationAlarm = defineResourceType({
  type: 'OS::Aodh::CombinationAlarm',
  support: { status: 'HIDDEN', since: '9.0.0' },
  properties: {},
  anyProperty: true,
  create: async ({ resource }) => resource.physicalName,
  delete: async () => {},
  isDeleted: async () => true,
  otherAttribute: async () => null,
})
