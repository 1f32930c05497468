import type { Values } from '../app/deps.ts'
import type { Attribute, ResourceType } from '../domain/attribute.ts'
import { errors } from '../errors.ts'

const badRequest = (reason: string) => errors.HTTPBadRequest({ reason })

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `tenant_id` is the older name of `project_id`. */
const renamed = (given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { tenant_id: tenantId, ...rest } = given
  if (tenantId === undefined) return rest
  if (rest.project_id !== undefined && rest.project_id !== tenantId)
    throw badRequest("'project_id' and 'tenant_id' do not match")
  return { ...rest, project_id: tenantId }
}

const acceptedValue = (name: string, attribute: Attribute, value: unknown): unknown => {
  const result = attribute.accept?.(value) ?? { problem: 'the attribute cannot be set' }
  if ('problem' in result) throw badRequest(`Invalid input for ${name}. Reason: ${result.problem}.`)
  return result.value
}

const refuseUnknown = (type: ResourceType, given: Readonly<Record<string, unknown>>): void => {
  const unknown = Object.keys(given).filter((name) => !(name in type.attributes))
  if (unknown.length > 0) throw badRequest(`Unrecognized attribute(s) '${unknown.join(', ')}'`)
}

/** The resources of a create request: one, or many under the plural name. */
export const itemsOf = (
  type: ResourceType,
  body: unknown,
): { readonly items: readonly unknown[]; readonly bulk: boolean } => {
  if (!isObject(body)) throw badRequest('Resource body required')
  const many = body[type.collection]
  if (many !== undefined) {
    if (!Array.isArray(many) || many.length === 0) throw badRequest('Resources required')
    return { items: many, bulk: true }
  }
  const one = body[type.name]
  if (one === undefined) throw badRequest(`Unable to find '${type.name}' in request body`)
  return { items: [one], bulk: false }
}

/** What a client gave for a new resource, checked, without defaults: what policies of single attributes are asked about. */
export const checkCreate = (type: ResourceType, item: unknown): Values => {
  if (!isObject(item)) throw badRequest(`Unable to find '${type.name}' in request body`)
  const given = renamed(item)
  refuseUnknown(type, given)
  const values: Record<string, unknown> = {}
  for (const [name, attribute] of Object.entries(type.attributes)) {
    if (given[name] === undefined) {
      if (attribute.required)
        throw badRequest(`Failed to parse request. Required attribute '${name}' not specified`)
      continue
    }
    if (!attribute.post) throw badRequest(`Attribute '${name}' not allowed in POST`)
    values[name] = acceptedValue(name, attribute, given[name])
  }
  return values
}

/** What attributes are when a client says nothing of them. */
export const defaultsOf = ({ attributes }: ResourceType): Values =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, { default: value }]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )

/** What a client changes of a resource, checked. */
export const checkUpdate = (type: ResourceType, body: unknown): Values => {
  if (!isObject(body) || !isObject(body[type.name]))
    throw badRequest(`Unable to find '${type.name}' in request body`)
  const given = renamed(body[type.name] as Readonly<Record<string, unknown>>)
  refuseUnknown(type, given)
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    const attribute = type.attributes[name]
    if (!attribute?.put) throw badRequest(`Cannot update read-only attribute ${name}`)
    values[name] = acceptedValue(name, attribute, value)
  }
  return values
}
