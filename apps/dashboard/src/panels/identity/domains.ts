import {
  createDomain,
  deleteDomain,
  listDomains,
  showDomain,
  updateDomain,
} from '@nimbo/contracts/identity/domains'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { identityPanel } from './identity-panel.ts'

const enabled = field('enabled', { as: 'switch', initial: true, option: 'enable' })

export const domains = identityPanel({
  id: 'domains',
  kind: 'domain',
  list: { operation: listDomains },
  show: { operation: showDomain, key: 'domain' },
  columns: [column('name'), column('description'), column('enabled', { look: 'yes' }), column('id')],
  create: {
    operation: createDomain,
    key: 'domain',
    fields: [field('name'), field('description'), enabled],
    command: 'domain create',
  },
  update: {
    operation: updateDomain,
    key: 'domain',
    fields: [field('name', { as: 'text' }), field('description'), enabled],
    command: 'domain set',
  },
  remove: {
    operation: deleteDomain,
    hindered: (domain) => (domain.enabled === true ? { why: 'enabled' } : undefined),
    command: 'domain delete',
  },
  actions: [
    {
      ...{ id: 'disable', operation: updateDomain, body: () => ({ domain: { enabled: false } }) },
      ...{ asks: true, batch: true, command: 'domain set --disable' },
      offered: (domain) => domain.enabled === true,
    },
    {
      ...{ id: 'enable', operation: updateDomain, body: () => ({ domain: { enabled: true } }) },
      ...{ batch: true, command: 'domain set --enable' },
      offered: (domain) => domain.enabled === false,
    },
  ],
  tabs: [
    {
      id: 'members',
      panel: 'domain-members',
      within: ({ id }) => ({ query: { 'scope.domain.id': id }, initial: { domain_id: id } }),
    },
    {
      id: 'groups',
      panel: 'domain-groups',
      within: ({ id }) => ({ query: { 'scope.domain.id': id }, initial: { domain_id: id } }),
    },
    {
      id: 'projects',
      panel: 'projects',
      within: ({ id }) => ({ query: { domain_id: id }, initial: { domain_id: id } }),
    },
    {
      id: 'users',
      panel: 'users',
      within: ({ id }) => ({ query: { domain_id: id }, initial: { domain_id: id } }),
    },
  ],
  command: 'domain show',
})
