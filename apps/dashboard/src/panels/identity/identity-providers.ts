import { identityProviderOperations as operations } from '@nimbo/contracts/identity/identity-providers'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { identityPanel } from './identity-panel.ts'

const fields = [
  field('description', { as: 'text' }),
  field('remote_ids', { as: 'list', option: 'remote-id' }),
  field('enabled', { as: 'switch', initial: true }),
  field('authorization_ttl', { as: 'number', advanced: true }),
]

/** The identity providers that this cloud trusts (federation). */
export const identityProviders = identityPanel({
  id: 'identity-providers',
  list: { operation: operations.list },
  show: { operation: operations.show, key: 'identity_provider' },
  columns: [
    column('id', { label: 'name' }),
    column('description'),
    column('domain_id', { look: 'reference', to: 'domains' }),
    column('remote_ids', { look: 'list' }),
    column('enabled', { look: 'yes' }),
  ],
  details: [column('authorization_ttl')],
  filters: [{ name: 'id', byPage: true }],
  create: {
    ...{ operation: operations.create, key: 'identity_provider' },
    fields: [field('id', { as: 'text', label: 'name', required: true, option: false }), ...fields],
    path: ({ id }) => ({ idp_id: id }),
    body: ({ id: _, ...values }) => ({ identity_provider: values }),
    positional: 'id',
    command: 'identity provider create',
  },
  update: {
    operation: operations.update,
    key: 'identity_provider',
    fields,
    command: 'identity provider set',
  },
  remove: { operation: operations.delete, command: 'identity provider delete' },
  tabs: [{ id: 'protocols', panel: 'identity-protocols', within: ({ id }) => ({ path: { idp_id: id } }) }],
  command: 'identity provider show',
})
