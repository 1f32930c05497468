import { aliases } from '@nimbo/contracts/network/crud'
import { own } from '@nimbo/kernel/own'
import type { Attribute } from '@nimbo/resource/describe/attribute'
import type { Changes, Given, Kind, New } from '@nimbo/resource/describe/kind'
import type { ColumnKind } from '@nimbo/resource/describe/value-type'
import { errors, valueErrors } from '../errors.ts'
import { badRequest } from './words.ts'

type Body = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const missing = ({ name }: Kind) => badRequest(`Unable to find '${name}' in request body`)

const invalid = ({ name }: Kind) => badRequest(`Object '${name}' contains invalid data`)

/** The body with old attribute names replaced by the current ones. */
const renamed = (given: Body): Body =>
  Object.keys(aliases).some((alias) => given[alias] !== undefined)
    ? Object.entries(aliases).reduce(withName, given)
    : given

const withName = (given: Body, [alias, name]: readonly [string, string]): Body => {
  const { [alias]: value, ...others } = given
  if (value === undefined) return given
  if (others[name] !== undefined && others[name] !== value)
    throw badRequest(`'${name}' and '${alias}' do not match`)
  return { ...others, [name]: value }
}

const refuseUnknown = ({ attributes }: Kind, given: Body, below: Body = {}): void => {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(attributes, name) || name in below)
  if (unknown.length > 0) throw badRequest(`Unrecognized attribute(s) '${unknown.join(', ')}'`)
}

const may = (verb: 'create' | 'update', { options }: Attribute): boolean =>
  options.on === verb || options.on === 'create update'

const ofValues = (code: string | undefined) => (code === undefined ? undefined : own(valueErrors, code))

/** The value in its stored form. Throws for an invalid value. */
export const acceptedValue = <Given>(
  name: string,
  { takes }: Pick<Attribute<unknown, ColumnKind, Given>, 'takes'>,
  given: unknown,
): Given => {
  const result = takes.accept(given)
  if ('problem' in result) {
    const error = ofValues(result.code)
    if (error) throw error({ reason: result.problem })
    throw result.alien
      ? errors.InvalidInput({ reason: result.problem })
      : badRequest(`Invalid input for ${name}. Reason: ${result.problem}.`)
  }
  return result.value
}

/**
 * The resources of a create request: one, or a list under the plural name (bulk), whose items may be wrapped in the
 * singular name again.
 */
export const itemsOf = (
  kind: Kind,
  body: unknown,
): { readonly items: readonly unknown[]; readonly bulk: boolean } => {
  if (Array.isArray(body)) throw badRequest('Body contains invalid data')
  if (!isObject(body) || Object.keys(body).length === 0) throw badRequest('Resource body required')
  const many = body[kind.collection]
  // A few kinds have the same name in singular and plural.
  if (many !== undefined && !(kind.name === kind.collection && isObject(many))) {
    if (!Array.isArray(many)) throw invalid(kind)
    if (many.length === 0) throw badRequest('Resources required')
    return { items: many.map((item: unknown) => unwrapped(kind, item)), bulk: true }
  }
  const one = body[kind.name]
  if (one === undefined) throw missing(kind)
  return { items: [one], bulk: false }
}

const unwrapped = ({ name }: Kind, item: unknown): unknown =>
  isObject(item) && isObject(item[name]) ? item[name] : item

/**
 * The checked body of a create request, without defaults: policy rules of attributes apply to these. `below` holds the
 * values that the path gives.
 */
export const checkCreate = <K extends Kind>(kind: K, item: unknown, below: Body): Given<K> => {
  if (!isObject(item)) throw invalid(kind)
  const inBody = renamed(item)
  refuseUnknown(kind, inBody, below)
  const given = { ...inBody, ...below }
  const values: Record<string, unknown> = {}
  for (const [name, attribute] of Object.entries(kind.attributes)) {
    if (given[name] === undefined) {
      if (attribute.options.required)
        throw badRequest(`Failed to parse request. Required attribute '${name}' not specified`)
      continue
    }
    if (!may('create', attribute)) throw badRequest(`Attribute '${name}' not allowed in POST`)
    values[name] = acceptedValue(name, attribute, given[name])
  }
  // Safe: each value was parsed by its attribute's type, and required ones are present.
  return values as Given<K>
}

/** The default values of attributes. */
export const defaultsOf = ({ attributes }: Kind): Body =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, { options }]) =>
      options.default === undefined ? [] : [[name, options.default]],
    ),
  )

/** The given values, with defaults for the others. */
export const withDefaults = <K extends Kind>(defaults: Body, given: Given<K>): New<K> =>
  // Safe: required attributes were checked, and all others have defaults.
  ({ ...defaults, ...given }) as New<K>

/** The project that the body of an update names; undefined when it names none. */
export const projectNamed = ({ name }: Kind, body: unknown): unknown => {
  const item = isObject(body) ? body[name] : undefined
  return isObject(item) ? renamed(item).project_id : undefined
}

/** The checked body of an update request. */
export const checkUpdate = <K extends Kind>(kind: K, body: unknown): Changes<K> => {
  const item = isObject(body) ? body[kind.name] : undefined
  if (!isObject(item)) throw missing(kind)
  const given = renamed(item)
  refuseUnknown(kind, given)
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    const attribute = own(kind.attributes, name)
    if (!attribute || !may('update', attribute)) throw badRequest(`Cannot update read-only attribute ${name}`)
    values[name] = acceptedValue(name, attribute, value)
  }
  // Safe: each value was parsed by its attribute's type.
  return values as Changes<K>
}
