import type { Operation } from '@nimbo/operation/operation'
import type { Row } from '../output/result.ts'
import { CliError, HttpError } from './cli-error.ts'
import { textAt } from './json-values.ts'
import { perform, performAll, thingIn } from './perform.ts'
import type { Query, ServiceType, Session } from './session.ts'

/** How things of one kind are addressed: the operations that have them, and how they are called in bodies and complaints. */
export interface Kind {
  readonly service: ServiceType
  readonly list: Operation
  /** Absent where only a list has them. */
  readonly show?: Operation
  readonly create?: Operation
  readonly remove?: Operation
  /** Key of one in a body; the whole body is the thing where it is absent. */
  readonly one?: string
  /** As complaints name it: `Server`. */
  readonly label: string
  /** How the list is asked for things of a name; everything is listed and filtered here where it can't be. */
  readonly byName?: (name: string) => Query
  /** The member that holds the name, and the one that holds the id, where they are not `name` and `id`. */
  readonly nameKey?: string
  readonly idKey?: string
}

const gone = (error: unknown): boolean =>
  error instanceof HttpError && (error.status === 404 || error.status === 400)

/** The one parameter of a path, filled: `{ server_id: '1' }`. What lies under something else is given that besides. */
const pathWith = ({ path }: Operation, id: string, above: Readonly<Record<string, string>>) => {
  const name = [...path.matchAll(/\{(\w+)\}/g)].map(([, each = '']) => each).find((each) => !(each in above))
  return { path: { ...above, ...(name === undefined ? {} : { [name]: id }) } }
}

const existing = (kind: Kind, operation: Operation | undefined): Operation => {
  if (operation === undefined) throw new CliError(`${kind.label} has no such operation.`)
  return operation
}

/** What further parameters of the path say: which group's rules, which network's segments. */
export type Above = Readonly<Record<string, string>>

/** The thing with this id, as a `GET` of it shows it. */
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

/** All things of a kind. */
export const listAll = (
  session: Session,
  kind: Kind,
  query: Query = {},
  above: Above = {},
): Promise<readonly Row[]> =>
  performAll(session, { service: kind.service, operation: kind.list }, { query, path: above })

/** Things of exactly this name. */
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

/** The thing a user calls so, by id or else by name; `undefined` when there is none. `query` narrows the search by name. */
const lookUp = async (session: Session, kind: Kind, nameOrId: string, query: Query, above: Above) => {
  const found = await shownById(session, kind, nameOrId, above)
  if (found !== undefined && Object.keys(found).length > 0) return found
  const matches = await named(session, kind, nameOrId, query, above)
  if (matches.length > 1) {
    throw new CliError(`More than one ${kind.label} exists with the name '${nameOrId}'.`)
  }
  return matches[0]
}

/** The thing a user calls so; a `CliError` when there is none, or more than one of the name. */
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

/** Its id alone. */
export const findId = async (
  session: Session,
  kind: Kind,
  nameOrId: string,
  query: Query = {},
  above: Above = {},
): Promise<string> => textAt(await find(session, kind, nameOrId, query, above), kind.idKey ?? 'id')

/** The id of what an option names, when it was given. */
export const findOptionalId = async (
  session: Session,
  kind: Kind,
  nameOrId: string | undefined,
  query: Query = {},
): Promise<string | undefined> =>
  nameOrId === undefined ? undefined : findId(session, kind, nameOrId, query)

/** Creates one and returns it. */
export const create = async (session: Session, kind: Kind, members: Row): Promise<Row> => {
  const operation = existing(kind, kind.create)
  const body = kind.one === undefined ? members : { [kind.one]: members }
  return thingIn(await perform(session, { service: kind.service, operation }, { body }))
}

/** Deletes the one with this id. */
export const removeById = async (
  session: Session,
  kind: Kind,
  id: string,
  above: Above = {},
): Promise<void> => {
  const operation = existing(kind, kind.remove)
  await perform(session, { service: kind.service, operation }, pathWith(operation, id, above))
}
