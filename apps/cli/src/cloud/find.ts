import type { Row } from '../output/result.ts'
import { CliError, HttpError } from './cli-error.ts'
import { isRow, textAt } from './json-values.ts'
import type { Query, ServiceClient } from './service-client.ts'
import type { Session } from './session.ts'

/** How things of one kind are addressed: where they are, and how they are called in bodies and complaints. */
export interface Kind {
  readonly service: (session: Session) => ServiceClient
  /** Path of the collection: `/servers`. */
  readonly path: string
  /** Key of one in a body; the whole body is the thing where it is absent. */
  readonly one?: string
  /** Key of many in a body. */
  readonly many: string
  /** As complaints name it: `Server`. */
  readonly label: string
  /** Path of the list, where it is not that of the collection. */
  readonly listPath?: string
  /** How the list is asked for things of a name; everything is listed and filtered here where it can't be. */
  readonly byName?: (name: string) => Query
  /** The member that holds the name, where it is not `name`. */
  readonly nameKey?: string
}

const bodyOf = (kind: Kind, body: Row): Row => {
  const inner = kind.one === undefined ? body : body[kind.one]
  return isRow(inner) ? inner : {}
}

const gone = (error: unknown): boolean =>
  error instanceof HttpError && (error.status === 404 || error.status === 400)

/** Path of the thing with this id. */
export const pathOf = (kind: Kind, id: string): string => `${kind.path}/${encodeURIComponent(id)}`

/** The thing with this id, as a `GET` of it shows it. */
export const getById = async (session: Session, kind: Kind, id: string, query?: Query): Promise<Row> =>
  bodyOf(kind, await kind.service(session).get(pathOf(kind, id), query))

/** Things of exactly this name. */
const named = async (session: Session, kind: Kind, name: string, query: Query): Promise<readonly Row[]> => {
  const filter = { ...kind.byName?.(name), ...query }
  const rows = await kind.service(session).list(kind.listPath ?? kind.path, kind.many, filter)
  return rows.filter((row) => row[kind.nameKey ?? 'name'] === name)
}

/** The thing a user calls so, by id or else by name; `undefined` when there is none. `query` narrows the search by name. */
const lookUp = async (
  session: Session,
  kind: Kind,
  nameOrId: string,
  query: Query = {},
): Promise<Row | undefined> => {
  try {
    const found = await getById(session, kind, nameOrId)
    if (Object.keys(found).length > 0) return found
  } catch (error) {
    if (!gone(error)) throw error
  }
  const matches = await named(session, kind, nameOrId, query)
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
): Promise<Row> => {
  const found = await lookUp(session, kind, nameOrId, query)
  if (found === undefined) throw new CliError(`No ${kind.label} found for ${nameOrId}`)
  return found
}

/** Its id alone. */
export const findId = async (
  session: Session,
  kind: Kind,
  nameOrId: string,
  query: Query = {},
): Promise<string> => textAt(await find(session, kind, nameOrId, query), 'id')

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
  const json = kind.one === undefined ? members : { [kind.one]: members }
  return bodyOf(kind, (await kind.service(session).send('POST', kind.path, json)).body)
}
