import { subnetpool, subnetpoolOperations } from '@nimbo/contracts/network/subnetpool'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { networkPanel } from './network-panel.ts'
import { ownedDetails } from './owned-columns.ts'

export const subnetPools = networkPanel({
  id: 'subnet-pools',
  kind: subnetpool,
  operations: subnetpoolOperations,
  noun: 'subnet pool',
  columns: [
    column('name', { sort: 'name' }),
    column('prefixes', { look: 'list' }),
    column('ip_version', { sort: 'ip_version' }),
    column('default_prefixlen'),
    column('shared', { look: 'yes' }),
    column('is_default', { look: 'yes' }),
  ],
  details: [
    column('min_prefixlen'),
    column('max_prefixlen'),
    column('default_quota'),
    column('address_scope_id', { look: 'reference', to: 'address-scopes' }),
    ...ownedDetails,
  ],
  create: [
    field('name'),
    field('prefixes', { as: 'list', option: 'pool-prefix' }),
    field('default_prefixlen', { option: 'default-prefix-length' }),
    field('min_prefixlen', { advanced: true, option: 'min-prefix-length' }),
    field('max_prefixlen', { advanced: true, option: 'max-prefix-length' }),
    field('address_scope_id', { to: 'address-scopes', advanced: true, option: 'address-scope' }),
    field('description', { advanced: true }),
  ],
  update: [
    field('name'),
    field('description'),
    field('default_prefixlen', { option: 'default-prefix-length' }),
  ],
  tabs: [{ id: 'subnets', panel: 'subnets', within: ({ id }) => ({ query: { subnetpool_id: id } }) }],
})
