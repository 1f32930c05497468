import { replaceSubPorts, subPortOf } from './sub-ports.ts'
import { trunk as trunkKind, trunkOperations } from '@nimbo/contracts/network/trunk'
import { range } from '../../resource-type/constraint.ts'
import { boolean, integer, like, listOf, mapOf, oneOf, string } from '../../resource-type/property.ts'
import { networkType } from './network-type.ts'

export const trunk = networkType({
  type: 'OS::Neutron::Trunk',
  support: { since: '9.0.0' },
  properties: {
    name: string({ update: 'in-place' }),
    port: like('neutron.port', { required: true, update: 'refuse' }),
    sub_ports: listOf(
      mapOf({
        port: like('neutron.port', { required: true }),
        segmentation_type: oneOf(['vlan'], { required: true }),
        segmentation_id: integer({ required: true, constraints: [range({ min: 1, max: 4094 })] }),
      }),
      { update: 'in-place' },
    ),
    description: string({ update: 'in-place' }),
    admin_state_up: boolean({ update: 'in-place' }),
  },
  attributes: {
    port_id: { type: 'string' },
  },
  kind: trunkKind,
  operations: trunkOperations,
  fields: { port: 'port_id' },
  waits: true,
  body: async ({ port, sub_ports }) =>
    // Only the creation accepts sub-ports; later they are added and removed by operations of their own.
    port === undefined || sub_ports === undefined ? {} : { sub_ports: sub_ports.map(subPortOf) },
  complete: async ({ clients, properties, id }, changed) => {
    if (changed.has('sub_ports'))
      await replaceSubPorts(clients, id, (properties.sub_ports ?? []).map(subPortOf))
  },
})
