import { strictNames, takeSignal } from './wait-signals.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const updateWaitConditionHandle = defineResourceType({
  type: 'OS::Heat::UpdateWaitConditionHandle',
  support: { since: '2014.1' },
  properties: {},
  replacedByEveryUpdate: true,
  create: async ({ resource, signals, remember }) => {
    await remember({ alarm_url: await signals.signedUrl('waitcondition') })
    return resource.physicalName
  },
  refId: ({ resource, id }) => resource.data.alarm_url ?? id,
  delete: async () => {},
  isDeleted: async () => true,
  suspend: async () => {},
  resume: async () => {},
  signal: async ({ resource }, details) => takeSignal(resource.metadata, details, strictNames),
})
