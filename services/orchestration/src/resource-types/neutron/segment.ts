import { segment as segmentKind, segmentOperations } from '@nimbo/contracts/network/segment'
import { range } from '../../resource-type/constraint.ts'
import { integer, like, oneOf, string } from '../../resource-type/property.ts'
import { networkType } from './network-type.ts'

export const segment = networkType({
  type: 'OS::Neutron::Segment',
  support: { since: '9.0.0' },
  properties: {
    network: like('neutron.network', { required: true }),
    network_type: oneOf(['local', 'vlan', 'vxlan', 'gre', 'geneve', 'flat'], { required: true }),
    physical_network: string(),
    segmentation_id: integer({ constraints: [range({ min: 1 })] }),
    name: string({ update: 'in-place' }),
    description: string({ update: 'in-place' }),
  },
  kind: segmentKind,
  operations: segmentOperations,
  fields: { network: 'network_id' },
})
