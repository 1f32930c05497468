import type { NamespaceView } from '@nimbo/contracts/image/metadefs/namespaces'
import type {
  AssociationBody,
  ObjectBody,
  PropertyBody,
  PropertyRules,
  ShownAssociation,
  ShownObject,
  ShownTag,
} from '@nimbo/contracts/image/metadefs/words'
import type { MetadefItemRow, NamespaceRow } from '../../db/tables.ts'
import { instant } from '../image/image-view.ts'

const when = ({ created_at, updated_at }: Pick<NamespaceRow, 'created_at' | 'updated_at'>) => ({
  created_at: instant(created_at),
  updated_at: instant(updated_at),
})

export const namespaceHref = (namespace: string): string =>
  `/v2/metadefs/namespaces/${encodeURIComponent(namespace)}`

export const objectView = (row: MetadefItemRow, namespace: string): ShownObject => {
  const { description, required = [], properties = {} } = JSON.parse(row.body) as Omit<ObjectBody, 'name'>
  return {
    name: row.name,
    ...(description === undefined ? {} : { description }),
    required,
    properties,
    ...when(row),
    self: `${namespaceHref(namespace)}/objects/${encodeURIComponent(row.name)}`,
    schema: '/v2/schemas/metadefs/object',
  }
}

const rulesOf = (row: MetadefItemRow): PropertyRules => JSON.parse(row.body) as PropertyRules

/** A property, with the prefix of a resource type before its name. */
export const propertyView = (row: MetadefItemRow, prefix = ''): PropertyBody => ({
  name: `${prefix}${row.name}`,
  ...rulesOf(row),
})

const propertiesView = (rows: readonly MetadefItemRow[], prefix = ''): Record<string, PropertyRules> =>
  Object.fromEntries(rows.map((row) => [`${prefix}${row.name}`, rulesOf(row)]))

export const tagView = (row: MetadefItemRow): ShownTag => ({ name: row.name, ...when(row) })

/** A resource type association; empty attributes are left out. */
export const associationView = (row: MetadefItemRow): ShownAssociation => {
  const { prefix, properties_target } = JSON.parse(row.body) as Omit<AssociationBody, 'name'>
  return {
    name: row.name,
    ...(prefix ? { prefix } : {}),
    ...(properties_target ? { properties_target } : {}),
    ...when(row),
  }
}

export const namespaceView = (row: NamespaceRow): NamespaceView => ({
  namespace: row.namespace,
  ...(row.display_name === null ? {} : { display_name: row.display_name }),
  ...(row.description === null ? {} : { description: row.description }),
  visibility: row.visibility,
  protected: row.protected === 1,
  owner: row.owner,
  ...when(row),
  self: namespaceHref(row.namespace),
  schema: '/v2/schemas/metadefs/namespace',
})

/** The items of a namespace in its view; kinds without items are left out. */
export const contentsView = (
  { namespace }: NamespaceRow,
  items: readonly MetadefItemRow[],
  prefix = '',
): Partial<NamespaceView> => {
  const of = (kind: MetadefItemRow['kind']) => items.filter((item) => item.kind === kind)
  const [objects, properties, tags, associations] = [
    of('object'),
    of('property'),
    of('tag'),
    of('association'),
  ]
  return {
    ...(associations.length > 0 ? { resource_type_associations: associations.map(associationView) } : {}),
    ...(objects.length > 0 ? { objects: objects.map((row) => objectView(row, namespace)) } : {}),
    ...(properties.length > 0 ? { properties: propertiesView(properties, prefix) } : {}),
    ...(tags.length > 0 ? { tags: tags.map(({ name }) => ({ name })) } : {}),
  }
}
