import {
  meteringLabel as meteringLabelKind,
  meteringLabelOperations,
} from '@nimbo/contracts/network/metering-label'
import { boolean, string } from '../../resource-type/property.ts'
import { networkType } from './network-type.ts'

export const meteringLabel = networkType({
  type: 'OS::Neutron::MeteringLabel',
  support: { since: '2014.1' },
  properties: {
    name: string(),
    description: string(),
    shared: boolean({ default: false, support: { since: '2015.1' } }),
  },
  attributes: {
    name: { type: 'string' },
    description: { type: 'string' },
    shared: { type: 'string' },
  },
  kind: meteringLabelKind,
  operations: meteringLabelOperations,
})
