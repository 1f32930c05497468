import { imageApi } from '@nimbo/contracts/image/api'
import {
  createNamespace,
  deleteNamespace,
  listNamespaces,
  showNamespace,
} from '@nimbo/contracts/image/metadefs/namespaces'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { isItem, type Item, textAt } from '../../panel/item.ts'
import { panel } from '../../panel/panel.ts'

const typesOf = ({ resource_type_associations: types }: Item): readonly string[] =>
  Array.isArray(types) ? types.filter(isItem).map((one) => textAt(one, 'name')) : []

const within = ({ namespace }: Item) => ({ path: { namespace_name: namespace } })

export const metadataNamespaces = panel({
  id: 'metadata-namespaces',
  api: imageApi,
  key: 'namespace',
  list: { operation: listNamespaces, paged: true },
  show: { operation: showNamespace },
  columns: [
    column('namespace', { sort: 'namespace' }),
    column('display_name'),
    column('description'),
    column('resource_type_associations', { label: 'resource_types', look: 'list', value: typesOf }),
    column('visibility', { look: 'status' }),
    column('protected', { look: 'yes' }),
  ],
  details: [column('owner'), column('created_at', { look: 'date', sort: 'created_at' })],
  filters: [
    { name: 'namespace', byPage: true },
    { name: 'visibility', choices: ['public', 'private'] },
  ],
  create: {
    operation: createNamespace,
    fields: [
      field('namespace'),
      field('display_name'),
      field('description', { as: 'area' }),
      field('visibility', { choices: ['public', 'private'], initial: 'private', required: true }),
      field('protected', { as: 'switch' }),
    ],
    command: 'image metadef namespace create',
    positional: 'namespace',
  },
  remove: {
    operation: deleteNamespace,
    hindered: (one) => (one.protected === true ? { why: 'protected' } : undefined),
    command: 'image metadef namespace delete',
  },
  tabs: [
    { id: 'properties', panel: 'metadata-properties', within },
    { id: 'metadata-objects', panel: 'metadata-objects', within },
  ],
  command: 'image metadef namespace show',
})
