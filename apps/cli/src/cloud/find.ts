import type { Operation } from '@nimbo/operation/operation'
import type { Row } from '../output/result.ts'
import { CliError, HttpError } from './cli-error.ts'
import { textAt } from './json-values.ts'
import { perform, performAll, thingIn } from './perform.ts'
import type { Query, ServiceType, Session } from './session.ts'

/** A kind of resource: its operations, and its names in bodies and error messages. */
export interface Kind {
  readonly service: ServiceType
  readonly list: Operation
  /** Absent when the API has only a list of them. */
  readonly show?: Operation
  readonly create?: Operation
  readonly remove?: Operation
  /** The key of a resource in a response body; when absent, the body is the resource. */
  readonly one?: string
  /** The name for error messages: `Server`. */
  readonly label: string
  /** The query that filters the list by name; without it, everything is listed and filtered here. */
  readonly byName?: (name: string) => Query
  /** The member with the name, and the one with the id, if not `name` and `id`. */
  readonly nameKey?: string
  readonly idKey?: string
}

const gone = (error: unknown): boolean =>
  error instanceof HttpError && (error.status === 404 || error.status === 400)

/**
 * Fills the path's parameter with the id: `{ server_id: '1' }`. `above` holds the path's other parameters, for nested resources.
 */
const pathWith = ({ path }: Operation, id: string, above: Readonly<Record<string, string>>) => {
  const name = [...path.matchAll(/\{(\w+)\}/g)].map(([, each = '']) => each).find((each) => !(each in above))
  return { path: { ...above, ...(name === undefined ? {} : { [name]: id }) } }
}

const existing = (kind: Kind, operation: Operation | undefined): Operation => {
  if (operation === undefined) throw new CliError(`${kind.label} has no such operation.`)
  return operation
}

/** Further parameters of the path, such as the security group of a rule. */
export type Above = Readonly<Record<string, string>>

/** Reads the resource with this id. */
export const getById = async (
  session: Session,
  kind: Kind,
  id: string,
  query?: Query,
  above: Above = {},
): Promise<Row> => {
  const operation = existing(kind, kind.show)
  const request = { ...pathWith(operation, id, above), ...(query === undefined ? {} : { query }) }
  return thingIn(await perform(session, { service: kind.service, operation }, request))
}

/** All resources of a kind. */
export const listAll = (
  session: Session,
  kind: Kind,
  query: Query = {},
  above: Above = {},
): Promise<readonly Row[]> =>
  performAll(session, { service: kind.service, operation: kind.list }, { query, path: above })

/** Resources with exactly this name. */
const named = async (session: Session, kind: Kind, name: string, query: Query, above: Above) => {
  const rows = await listAll(session, kind, { ...kind.byName?.(name), ...query }, above)
  return rows.filter((row) => row[kind.nameKey ?? 'name'] === name)
}

const shownById = async (
  session: Session,
  kind: Kind,
  id: string,
  above: Above,
): Promise<Row | undefined> => {
  try {
    if (kind.show !== undefined) return await getById(session, kind, id, undefined, above)
    return (await listAll(session, kind, {}, above)).find((row) => textAt(row, kind.idKey ?? 'id') === id)
  } catch (error) {
    if (!gone(error)) throw error
    return undefined
  }
}

/** Finds a resource by id or else by name; `undefined` when there is none. `query` narrows the search by name. */
const lookUp = async (session: Session, kind: Kind, nameOrId: string, query: Query, above: Above) => {
  const found = await shownById(session, kind, nameOrId, above)
  if (found !== undefined && Object.keys(found).length > 0) return found
  const matches = await named(session, kind, nameOrId, query, above)
  if (matches.length > 1) {
    throw new CliError(`More than one ${kind.label} exists with the name '${nameOrId}'.`)
  }
  return matches[0]
}

/** Finds a resource by id or name; throws a `CliError` when there is none, or more than one with the name. */
export const find = async (
  session: Session,
  kind: Kind,
  nameOrId: string,
  query: Query = {},
  above: Above = {},
): Promise<Row> => {
  const found = await lookUp(session, kind, nameOrId, query, above)
  if (found === undefined) throw new CliError(`No ${kind.label} found for ${nameOrId}`)
  return found
}

/** Like {@link find}, but returns only the id. */
export const findId = async (
  session: Session,
  kind: Kind,
  nameOrId: string,
  query: Query = {},
  above: Above = {},
): Promise<string> => textAt(await find(session, kind, nameOrId, query, above), kind.idKey ?? 'id')

/** Like {@link findId}, for an option that may be absent. */
export const findOptionalId = async (
  session: Session,
  kind: Kind,
  nameOrId: string | undefined,
  query: Query = {},
): Promise<string | undefined> =>
  nameOrId === undefined ? undefined : findId(session, kind, nameOrId, query)

/** Creates a resource and returns it. */
export const create = async (session: Session, kind: Kind, members: Row): Promise<Row> => {
  const operation = existing(kind, kind.create)
  const body = kind.one === undefined ? members : { [kind.one]: members }
  return thingIn(await perform(session, { service: kind.service, operation }, { body }))
}

/** Deletes the resource with this id. */
export const removeById = async (
  session: Session,
  kind: Kind,
  id: string,
  above: Above = {},
): Promise<void> => {
  const operation = existing(kind, kind.remove)
  await perform(session, { service: kind.service, operation }, pathWith(operation, id, above))
}
