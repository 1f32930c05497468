import { createContainer, deleteContainer, listContainers } from '@nimbo/contracts/key-manager/containers'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { isItem, type Item, textAt } from '../../panel/item.ts'
import { keyManagerPanel } from './key-manager-panel.ts'

const listAt = (item: Item, name: string): readonly Item[] => {
  const value = item[name]
  return Array.isArray(value) ? value.filter(isItem) : []
}

export const secretContainers = keyManagerPanel({
  id: 'secret-containers',
  reference: 'container_ref',
  list: { operation: listContainers },
  columns: [
    column('name'),
    column('type'),
    column('status', { look: 'status' }),
    column('secrets', {
      look: 'list',
      value: (item) =>
        listAt(item, 'secret_refs').map((one) => textAt(one, 'name') || textAt(one, 'secret_ref')),
    }),
    column('created', { look: 'date' }),
  ],
  details: [
    column('container_ref', { look: 'code' }),
    column('consumers', {
      look: 'list',
      value: (item) => listAt(item, 'consumers').map((one) => `${textAt(one, 'name')} ${textAt(one, 'URL')}`),
    }),
    column('creator_id'),
    column('updated', { look: 'date' }),
  ],
  filters: [{ name: 'name', byPage: true }],
  create: {
    operation: createContainer,
    fields: [
      field('name', { as: 'text' }),
      field('type', { initial: 'generic' }),
      field('secrets', { as: 'references', to: 'secrets', send: 'secret_ref', option: 'secret' }),
    ],
    body: ({ secrets, ...values }) => ({
      ...values,
      secret_refs: (Array.isArray(secrets) ? secrets : []).map((secret_ref: unknown) => ({ secret_ref })),
    }),
    command: 'secret container create',
  },
  remove: { operation: deleteContainer, command: 'secret container delete' },
  command: 'secret container get',
})
