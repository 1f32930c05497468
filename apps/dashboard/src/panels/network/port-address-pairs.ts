import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { portPartPanel } from './port-part-panel.ts'

/** The addresses besides its own that a port may send from. */
export const portAddressPairs = portPartPanel({
  id: 'port-address-pairs',
  attribute: 'allowed_address_pairs',
  columns: [column('ip_address'), column('mac_address', { look: 'code' })],
  fields: [field('ip_address', { as: 'text', required: true }), field('mac_address', { as: 'text' })],
})
