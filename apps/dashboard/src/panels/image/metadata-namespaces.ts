import { imageApi } from '@nimbo/contracts/image/api'
import {
  createNamespace,
  deleteNamespace,
  listNamespaces,
  showNamespace,
  updateNamespace,
} from '@nimbo/contracts/image/metadefs/namespaces'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { isItem, type Item, textAt } from '../../panel/item.ts'
import { panel } from '../../panel/panel.ts'

const typesOf = ({ resource_type_associations: types }: Item): readonly string[] =>
  Array.isArray(types) ? types.filter(isItem).map((one) => textAt(one, 'name')) : []

const visibilities = ['public', 'private']
const named = [field('display_name'), field('description', { as: 'area' })]

/** The attributes that an update sets. */
const textsOf = (item: Item): Item =>
  Object.fromEntries(
    ['namespace', 'display_name', 'description', 'visibility', 'protected', 'owner']
      .filter((name) => item[name] !== undefined)
      .map((name) => [name, item[name]]),
  )

/** The namespace in a file: its properties, objects and tags. The service refuses what is not JSON. */
const definitionIn = (definition: unknown): Item => {
  if (definition === undefined) return {}
  try {
    const whole: unknown = JSON.parse(String(definition))
    return isItem(whole) ? whole : { definition }
  } catch {
    return { definition }
  }
}

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
    { name: 'visibility', choices: visibilities },
  ],
  create: {
    operation: createNamespace,
    fields: [
      field('namespace'),
      ...named,
      field('visibility', { choices: visibilities, initial: 'private', required: true }),
      field('protected', { as: 'switch' }),
      field('definition', { as: 'file-text', label: 'namespace_definition', advanced: true, option: false }),
    ],
    body: ({ definition, ...values }) => ({ ...definitionIn(definition), ...values }),
    command: 'image metadef namespace create',
    positional: 'namespace',
  },
  update: {
    operation: updateNamespace,
    fields: [...named, field('visibility', { choices: visibilities }), field('protected', { as: 'switch' })],
    // A namespace is replaced as a whole.
    body: (changes, item) => ({ ...textsOf(item), ...changes }),
    command: 'image metadef namespace set',
  },
  remove: {
    operation: deleteNamespace,
    hindered: (one) => (one.protected === true ? { why: 'protected' } : undefined),
    command: 'image metadef namespace delete',
  },
  tabs: [
    { id: 'properties', panel: 'metadata-properties', within },
    { id: 'metadata-objects', panel: 'metadata-objects', within },
    { id: 'resource-types', panel: 'metadata-resource-types', within },
  ],
  command: 'image metadef namespace show',
})
