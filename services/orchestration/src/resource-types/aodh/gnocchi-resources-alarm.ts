import { thresholdOf, thresholdProperties } from './threshold-of.ts'
import { string } from '../../resource-type/property.ts'
import { alarmType } from './alarm-type.ts'

export const gnocchiResourcesAlarm = alarmType({
  type: 'OS::Aodh::GnocchiResourcesAlarm',
  support: { since: '2015.1' },
  properties: {
    metric: string({ required: true, update: 'in-place' }),
    resource_id: string({ required: true, update: 'in-place' }),
    resource_type: string({ required: true, update: 'in-place' }),
    ...thresholdProperties,
  },
  kind: 'gnocchi_resources_threshold',
  rule: ({ metric, resource_id, resource_type, ...threshold }) => ({
    ...{ metric, resource_id, resource_type },
    ...thresholdOf(threshold),
  }),
})
