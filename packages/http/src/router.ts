import { Fault } from '@nimbo/kernel/errors'
import type { JsonObject } from '@nimbo/kernel/json'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import createRouter, { type HTTPMethod } from 'find-my-way'
import type { Route } from './route.ts'

interface Found<App> {
  readonly route: Route<App>
  readonly params: Readonly<Record<string, string>>
}

interface Candidate<App> {
  readonly route: Route<App>
  readonly since: Microversion
  readonly until: Microversion
}

export type FindRoute<App> = (
  method: string,
  path: string,
  version: Microversion,
  /** The JSON body, only read where several actions share a path. */
  body: () => Promise<unknown>,
) => Promise<Found<App>>

/** What `/images/` with an empty id means: the list, or a 404 so that a client with an empty variable notices. */
export type EmptyIds = 'ignored' | 'notFound'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The candidates of one path, such as `/servers/:id`. */
type CandidatesByPath<App> = Map<string, Candidate<App>[]>

/**
 * Finds the operation of a request: by method and path, then microversion, then the action in the body. A path with other methods
 * only gives 405, an unknown one 404. GET also serves HEAD.
 */
export const buildRouter = <App>(
  routes: readonly Route<App>[],
  { emptyIds = 'ignored' }: { readonly emptyIds?: EmptyIds } = {},
): FindRoute<App> => {
  const groups = groupByMethod(routes)
  const router = createRouter({
    ignoreTrailingSlash: emptyIds === 'ignored',
    ignoreDuplicateSlashes: true,
    maxParamLength: 1024,
  })
  /** Adds the paths of a method at its first request: each costs some 0.1 ms, and a new cloud is asked for few methods. */
  const find = (method: string, path: string) => {
    for (const [added, candidates] of groups.get(method) ?? [])
      router.on(method as HTTPMethod, added, () => {}, candidates)
    groups.delete(method)
    return router.find(method as HTTPMethod, path)
  }
  const match = (method: string, path: string) =>
    find(method, path) ?? (method === 'HEAD' ? find('GET', path) : null)

  return async (method, path, version, body) => {
    const matched = match(method, path)
    if (!matched) {
      const allowed = methods.filter((other) => match(other, path))
      throw allowed.length > 0 ? wrongMethod(method, allowed) : noSuchPath()
    }
    const params = matched.params as Record<string, string>
    for (const name in params) if (params[name] === '') throw noSuchPath()
    const candidates = matched.store as Candidate<App>[]
    const current = candidates.filter(({ since, until }) => since <= version && version <= until)
    if (
      current.length === 0 &&
      candidates.every(({ route }) => route.operation.inOtherVersions === 'methodNotAllowed')
    )
      throw wrongMethod(
        method,
        methods.filter((other) => other !== method && match(other, path)),
        { inOtherVersions: true },
      )
    const route = current.some(({ route }) => route.operation.action)
      ? byAction(current, candidates, await body())
      : current[0]?.route
    if (!route) throw noSuchPath()
    return { route, params }
  }
}

const groupByMethod = <App>(routes: readonly Route<App>[]): Map<string, CandidatesByPath<App>> => {
  const groups = new Map<string, CandidatesByPath<App>>()
  for (const route of routes) {
    const { method, path, since, until } = route.operation
    const paths = groups.get(method) ?? new Map<string, Candidate<App>[]>()
    const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1')
    const candidates = paths.get(pattern) ?? []
    candidates.push({
      route,
      since: since ? microversion(since) : 0,
      until: until ? microversion(until) : Number.MAX_SAFE_INTEGER,
    })
    groups.set(method, paths.set(pattern, candidates))
  }
  return groups
}

/** The route of the action in the body; an action of other versions does not exist in this one. */
const byAction = <App>(
  current: readonly Candidate<App>[],
  everInTime: readonly Candidate<App>[],
  body: unknown,
): Route<App> => {
  const keys = typeof body === 'object' && body !== null ? Object.keys(body) : []
  const isNamed = ({ route: { operation } }: Candidate<App>): boolean =>
    operation.action !== undefined && keys.includes(operation.action)
  const found = current.find(isNamed)
  // With several keys it is unclear which action is meant.
  if (keys.length > 1) throw noSuchAction('Malformed request body', keys)
  if (found) return found.route
  if (everInTime.some(isNamed)) throw noSuchPath()
  throw noSuchAction(
    keys.length === 0 ? 'Malformed request body' : `There is no such action: ${keys[0]}`,
    keys,
  )
}

const noSuchAction = (message: string, [action]: readonly string[]): Fault =>
  new Fault({ code: 'NoSuchAction', kind: 'badRequest', message, details: { action } })

const noSuchPath = (): Fault =>
  new Fault({
    code: 'NoSuchPath',
    kind: 'notFound',
    message: 'The resource could not be found.',
    details: {},
  })

const wrongMethod = (method: string, allowed: readonly string[], more: JsonObject = {}): Fault =>
  new Fault({
    code: 'MethodNotAllowed',
    kind: 'methodNotAllowed',
    message: `The method ${method} is not allowed for this resource.`,
    details: { method, allow: allowed.join(', '), ...more },
  })
