import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatMicroversion, type Microversion } from '@nimbo/operation/microversion'
import type { Operation } from '@nimbo/operation/operation'
import { type HttpRequest, type HttpResponse, wholeText } from './message.ts'

/** Where `npm run samples` collects requests and replies of stories; only set in tests. */
const directory = process.env.NODE_TEST_CONTEXT === undefined ? undefined : process.env.NIMBO_SAMPLES

/** Whether samples are collected. */
export const keepsSamples = directory !== undefined

/** A request with its reply, stored as one line of JSON in a file per process. */
interface Heard {
  readonly request: HttpRequest
  readonly version: Microversion
  readonly body: () => Promise<unknown>
}

const json = /^application\/(?:.*\+)?json/

/** The JSON of a reply; undefined when it has none, as in a HEAD request, or is a stream. */
const jsonOf = ({ body, headers }: HttpResponse): unknown => {
  if (!json.test(headers['content-type'] ?? '')) return undefined
  const text = wholeText(body)
  return text ? JSON.parse(text) : undefined
}

/** Stores a request and its reply when samples are collected. */
export const keepSample = async (
  { id, method, path, body: declared }: Operation,
  { request, version, body }: Heard,
  response: HttpResponse,
): Promise<void> => {
  if (directory === undefined) return
  const isJson = declared !== undefined && !('contentMediaType' in declared)
  const query = request.query.size === 0 ? '' : `?${request.query}`
  const line = JSON.stringify({
    ...{ id, method, template: path, path: `${request.path}${query}` },
    ...(version === 0 ? {} : { version: formatMicroversion(version) }),
    ...(isJson ? { body: await body() } : {}),
    ...{ status: response.status, reply: jsonOf(response) },
  })
  appendFileSync(join(directory, `${process.pid}.jsonl`), `${line}\n`)
}
