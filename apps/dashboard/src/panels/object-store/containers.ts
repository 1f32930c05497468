import { listContainers } from '@nimbo/contracts/object-store/accounts'
import { changeContainer, createContainer, deleteContainer } from '@nimbo/contracts/object-store/containers'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { panel } from '../../panel/panel.ts'
import { itemsIn } from '../../panel/reply-items.ts'
import { accountOf, inAccount, objectApi } from './account.ts'

export const containers = panel({
  id: 'containers',
  api: objectApi,
  key: 'name',
  within: inAccount,
  list: { operation: listContainers, query: { format: 'json' }, items: itemsIn },
  columns: [
    column('name'),
    column('count', { label: 'objects' }),
    column('bytes', { label: 'size', look: 'bytes' }),
    column('last_modified', { look: 'date' }),
  ],
  filters: [{ name: 'name', byPage: true }],
  create: {
    operation: createContainer,
    fields: [field('name', { as: 'text', required: true })],
    path: ({ name }) => ({ container: name }),
    body: () => undefined,
    command: 'container create',
  },
  remove: {
    operation: deleteContainer,
    hindered: ({ count }) => (Number(count) > 0 ? { why: 'notEmpty' } : undefined),
    command: 'container delete',
  },
  actions: [
    {
      id: 'make-public',
      operation: changeContainer,
      headers: { 'x-container-read': '.r:*,.rlistings' },
      asks: true,
    },
    { id: 'make-private', operation: changeContainer, headers: { 'x-container-read': '' } },
  ],
  tabs: [
    {
      id: 'objects',
      panel: 'objects',
      within: ({ name }, session) => ({ path: { account: accountOf(session), container: name } }),
    },
  ],
  command: 'container show',
})
