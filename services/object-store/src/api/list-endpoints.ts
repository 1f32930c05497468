import type { HttpRequest, HttpResponse } from '@nimbo/http/message'
import { ok } from '@nimbo/http/reply'
import { pathOf, readPath } from '../domain/resource-path.ts'
import { errors } from '../errors.ts'

const asked = /^\/(?:v1\/)?endpoints(?:\/(?:(v1|v2)\/)?(.*))?$/

export const asksForEndpoints = ({ path }: Pick<HttpRequest, 'path'>): boolean => asked.test(path)

/**
 * Returns the endpoints of an object. All API processes read the same bytes, so it is only the address the request was sent to.
 * Version 2 also contains the storage policy.
 */
export const listEndpoints = ({ method, path, origin, mount }: HttpRequest): HttpResponse => {
  if (method !== 'GET') throw errors.MethodNotAllowed({ allow: 'GET' })
  const [, version, rest = ''] = asked.exec(path) ?? []
  const named = rest === '' ? undefined : readPath(rest)
  if (rest !== '' && !named) throw errors.NotFound()
  const endpoints = [`${origin}${mount}${named ? pathOf(named) : '/v1'}`]
  return ok(version === 'v2' ? { endpoints, headers: { 'X-Backend-Storage-Policy-Index': '0' } } : endpoints)
}
