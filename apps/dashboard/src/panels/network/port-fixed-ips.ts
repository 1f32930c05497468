import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { portPartPanel } from './port-part-panel.ts'

/** The addresses of a port on its subnets. */
export const portFixedIps = portPartPanel({
  id: 'port-fixed-ips',
  attribute: 'fixed_ips',
  columns: [column('ip_address'), column('subnet_id', { look: 'reference', to: 'subnets' })],
  fields: [
    field('subnet_id', { to: 'subnets', required: true, option: false }),
    field('ip_address', { as: 'text' }),
  ],
})
