import { addSubports, removeSubports, trunk, trunkOperations } from '@nimbo/contracts/network/trunk'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { networkPanel } from './network-panel.ts'
import { ownedDetails } from './owned-columns.ts'

export const trunks = networkPanel({
  id: 'trunks',
  kind: trunk,
  operations: trunkOperations,
  noun: 'network trunk',
  owned: true,
  columns: [
    column('name', { sort: 'name' }),
    column('port_id', { look: 'reference', to: 'ports' }),
    column('sub_ports', { value: ({ sub_ports: ports }) => (Array.isArray(ports) ? ports.length : 0) }),
    column('status', { look: 'status', sort: 'status' }),
    column('admin_state_up', { look: 'yes', sort: 'admin_state_up' }),
  ],
  details: ownedDetails,
  create: [
    field('name', { required: true }),
    field('port_id', { to: 'ports', option: 'parent-port' }),
    field('description'),
  ],
  update: [field('name'), field('description'), field('admin_state_up', { option: false })],
  actions: [
    {
      id: 'add-subport',
      operation: addSubports,
      form: {
        fields: [
          field('port_id', { to: 'ports', required: true, option: false }),
          field('segmentation_type', {
            choices: ['vlan', 'inherit'],
            initial: 'vlan',
            required: true,
            option: false,
          }),
          field('segmentation_id', {
            as: 'number',
            when: ({ segmentation_type: type }) => type === 'vlan',
            option: false,
          }),
        ],
        body: (values) => ({ sub_ports: [values] }),
      },
    },
    {
      id: 'remove-subport',
      operation: removeSubports,
      form: {
        fields: [field('port_id', { to: 'ports', required: true, option: false })],
        body: (values) => ({ sub_ports: [values] }),
      },
    },
  ],
})
