import {
  addAddresses,
  addressGroup,
  addressGroupOperations,
  removeAddresses,
} from '@nimbo/contracts/network/address-group'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { networkPanel } from './network-panel.ts'
import { ownedDetails } from './owned-columns.ts'

const addresses = field('addresses', { as: 'list', option: 'address', required: true })

export const addressGroups = networkPanel({
  id: 'address-groups',
  kind: addressGroup,
  operations: addressGroupOperations,
  noun: 'address group',
  columns: [
    column('name', { sort: 'name' }),
    column('addresses', { look: 'list' }),
    column('shared', { look: 'yes' }),
  ],
  details: ownedDetails,
  create: [field('name', { required: true }), { ...addresses, required: false }, field('description')],
  update: [field('name'), field('description')],
  actions: [
    {
      id: 'add-addresses',
      operation: addAddresses,
      form: { fields: [addresses], command: 'address group set' },
    },
    {
      id: 'remove-addresses',
      operation: removeAddresses,
      form: { fields: [addresses], command: 'address group unset' },
    },
  ],
})
