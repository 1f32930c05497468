import type { Kind } from '@nimbo/resource/describe/kind'
import { isShown, type Shown } from '../field-of.ts'

/** Names in templates that the API has renamed. */
const olderNames: Readonly<Record<string, string>> = { tenant_id: 'project_id' }

type Names = Readonly<Record<string, string | undefined>>

const fieldOf = (names: Names, property: string): string =>
  names[property] ?? olderNames[property] ?? property

const takes = ({ attributes }: Kind, field: string, verb: 'create' | 'update'): boolean =>
  Object.hasOwn(attributes, field) && (attributes[field]?.options.on?.includes(verb) ?? false)

/**
 * The fields of a request body that equal properties, by the kind's attributes; `value_specs` adds fields that no property
 * covers.
 */
export const fieldsOf = (kind: Kind, names: Names, values: object, verb: 'create' | 'update'): Shown => {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    const field = fieldOf(names, name)
    if (takes(kind, field, verb)) fields[field] = value
    if (name === 'value_specs' && isShown(value)) Object.assign(fields, value)
  }
  return fields
}

/** The values that reset the fields of removed properties: their defaults, or null. */
export const emptied = (kind: Kind, names: Names, properties: readonly string[]): Shown => {
  const fields: Record<string, unknown> = {}
  for (const property of properties) {
    const field = fieldOf(names, property)
    const attribute = kind.attributes[field]
    if (attribute === undefined || !takes(kind, field, 'update')) continue
    if (attribute.options.default !== undefined) fields[field] = attribute.options.default
    else if ('value' in attribute.takes.accept(null)) fields[field] = null
  }
  return fields
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

/**
 * The query that finds the object created with these fields: by its name, if it has one, and by its project, since admins are shown
 * those of all projects.
 */
export const filterOf = ({ attributes }: Kind, fields: Shown, projectId: string): Shown => {
  const owned = attributes.project_id === undefined ? {} : { project_id: fields.project_id ?? projectId }
  if (fields.name !== undefined) return { ...owned, name: fields.name }
  const plain = Object.entries(fields).filter(
    ([name, value]) => isPlain(value) && attributes[name]?.options.filter !== false,
  )
  return { ...owned, ...Object.fromEntries(plain) }
}
