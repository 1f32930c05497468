import { isRemote } from '@nimbo/operation/client/remote-fault'
import type { Clients } from './clients.ts'
import { type Entity, entities } from './entities.ts'
import { resourceErrors } from './errors.ts'
import { formats } from './formats.ts'
import type { Resolve } from './read-properties.ts'

type Shown = Readonly<Record<string, unknown>>

const isShown = (value: unknown): value is Shown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const under = (body: unknown, name: string | undefined): unknown =>
  name === undefined ? body : isShown(body) ? body[name] : undefined

const idOf = (one: Shown, { id = 'id' }: Entity): string => String(one[id] ?? one.id)

/** In lists, each key pair is wrapped in an object of its own. */
const unwrapped = (one: Shown, { one: name }: Entity): Shown => {
  const inner = under(one, name)
  return isShown(inner) ? inner : one
}

const versionOf = ({ version }: Entity) => (version === undefined ? {} : { version })

const byId = async (clients: Clients, entity: Entity, id: string): Promise<string | undefined> => {
  const parameter = /\{(\w+)\}$/.exec(entity.show.path)?.[1] ?? 'id'
  try {
    const { body } = await clients[entity.service].perform(entity.show, {
      ...versionOf(entity),
      path: { [parameter]: id },
    })
    const shown = under(body, entity.one)
    // A reply to a show by id confirms the id, even if the body has another shape, as that of hosts.
    return isShown(shown) ? idOf(shown, entity) : id
  } catch (error) {
    if (isRemote(error, 400, 404)) return undefined
    throw error
  }
}

const byName = async (clients: Clients, entity: Entity, name: string): Promise<readonly string[]> => {
  const query = entity.filters ? { name } : {}
  const { body } = await clients[entity.service].perform(entity.list, { ...versionOf(entity), query })
  const listed = under(body, entity.many)
  if (!Array.isArray(listed)) return []
  const named = listed.filter(isShown).map((one) => unwrapped(one, entity))
  return named.filter((one) => one.name === name).map((one) => idOf(one, entity))
}

const missing = (entity: Entity, name: string): Error =>
  entity.service === 'network'
    ? resourceErrors.EntityNotKnown({ entity: entity.called, name })
    : resourceErrors.EntityNotFound({ entity: entity.called, name })

const find = async (clients: Clients, entity: Entity, given: string): Promise<string> => {
  const known = given === '' ? undefined : await byId(clients, entity, given)
  if (known !== undefined) return known
  const [first, ...others] = await byName(clients, entity, given)
  if (first === undefined) throw missing(entity, given)
  if (others.length > 0) throw resourceErrors.EntityNameAmbiguous({ entity: entity.called, name: given })
  return first
}

/**
 * Resolves values of custom constraints: an entity's name or id becomes its id. Results are cached. Throws when the entity is not
 * found, or the name is ambiguous.
 */
export const resolveEntities = (clients: Clients): Resolve => {
  const known = new Map<string, Promise<string>>()
  const look = (constraint: string, entity: Entity, value: string): Promise<string> => {
    const key = `${constraint} ${value}`
    const asked = known.get(key)
    if (asked !== undefined) return asked
    const found = find(clients, entity, value)
    known.set(key, found)
    found.catch(() => known.delete(key))
    return found
  }
  return async (constraint, value) => {
    if (typeof value !== 'string') return value
    const problem = formats.get(constraint)?.(value)
    if (problem !== undefined) throw resourceErrors.ResourceFailure({ problem })
    const entity = entities.get(constraint)
    return entity === undefined ? value : look(constraint, entity, value)
  }
}
