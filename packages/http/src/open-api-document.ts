import { openApiOf } from '@nimbo/operation/open-api/open-api'
import type { Operation } from '@nimbo/operation/operation'
import type { Handler, HttpRequest } from './message.ts'
import { type MicroversionRange, negotiate } from './microversion.ts'
import { json } from './reply.ts'

/** An API that can be described. */
export interface DescribedApi {
  /** For example `Compute`. */
  readonly title: string
  readonly operations: readonly Operation[]
  /** The prefix of its operations below the mount, such as `/v2.1`. */
  readonly prefix?: string
  readonly microversions?: MicroversionRange
}

/** Whether a request asks for the OpenAPI document. */
export const asksForOpenApi = ({ path, method }: HttpRequest): boolean =>
  path === '/openapi.json' && (method === 'GET' || method === 'HEAD')

/** Serves the OpenAPI document without a token. `?microversion=2.60` selects another version than the newest. */
export const openApiDocument =
  ({ title, operations, prefix = '', microversions }: DescribedApi): Handler =>
  async ({ query, origin, mount }) => {
    const url = `${origin}${mount}${prefix}`
    if (!microversions) return json(200, openApiOf({ title, operations, url }))
    const wanted = query.get('microversion') ?? 'latest'
    const headers = { 'openstack-api-version': `${microversions.serviceType} ${wanted}` }
    return json(200, openApiOf({ title, operations, url, version: negotiate(microversions, headers) }))
  }
