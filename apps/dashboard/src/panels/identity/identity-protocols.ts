import {
  createProtocol,
  deleteProtocol,
  listProtocols,
  updateProtocol,
} from '@nimbo/contracts/identity/federation-protocols'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { identityPanel } from './identity-panel.ts'

const mapping = field('mapping_id', { label: 'mapping', to: 'mappings', option: 'mapping' })

/** The federation protocols of an identity provider. */
export const identityProtocols = identityPanel({
  id: 'identity-protocols',
  list: { operation: listProtocols },
  columns: [
    column('id', { label: 'name' }),
    column('mapping_id', { label: 'mapping', look: 'reference', to: 'mappings' }),
    column('remote_id_attribute'),
  ],
  create: {
    ...{ operation: createProtocol, key: 'protocol' },
    fields: [
      field('id', { as: 'text', label: 'name', required: true, initial: 'openid', option: false }),
      { ...mapping, required: true },
      field('remote_id_attribute', { advanced: true }),
    ],
    path: ({ id }) => ({ protocol_id: id }),
    body: ({ id: _, ...values }) => ({ protocol: values }),
    positional: 'id',
    command: 'federation protocol create',
  },
  update: { operation: updateProtocol, key: 'protocol', fields: [mapping] },
  remove: { operation: deleteProtocol, command: 'federation protocol delete' },
})
