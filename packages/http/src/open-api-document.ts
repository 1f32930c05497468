import { openApiOf } from '@nimbo/operation/open-api/open-api'
import type { Operation } from '@nimbo/operation/operation'
import type { Handler, HttpRequest } from './message.ts'
import { type MicroversionRange, negotiate } from './microversion.ts'
import { json } from './reply.ts'

/** An API that tells what it can do. */
export interface DescribedApi {
  /** `Compute`. */
  readonly title: string
  readonly operations: readonly Operation[]
  /** Where its operations begin, below the mount: `/v2.1`. */
  readonly prefix?: string
  readonly microversions?: MicroversionRange
}

/** Whether a request asks for an API's description. */
export const asksForOpenApi = ({ path, method }: HttpRequest): boolean =>
  path === '/openapi.json' && (method === 'GET' || method === 'HEAD')

/**
 * Describes an API to everybody, without a token: what it can do is no secret. `?microversion=2.60` describes another
 * version than the newest.
 */
export const openApiDocument =
  ({ title, operations, prefix = '', microversions }: DescribedApi): Handler =>
  async ({ query, origin, mount }) => {
    const url = `${origin}${mount}${prefix}`
    if (!microversions) return json(200, openApiOf({ title, operations, url }))
    const wanted = query.get('microversion') ?? 'latest'
    const headers = { 'openstack-api-version': `${microversions.serviceType} ${wanted}` }
    return json(200, openApiOf({ title, operations, url, version: negotiate(microversions, headers) }))
  }
