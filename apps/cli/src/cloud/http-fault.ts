import type { Row } from '../output/result.ts'
import { HttpError } from './cli-error.ts'
import { isRow, textIn } from './json-values.ts'

const parsed = (text: string): Row | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isRow(value) ? value : undefined
  } catch {
    return undefined
  }
}

const strip = (html: string): string =>
  html
    .replace(/<head>.*?<\/head>|<[^>]*>/gs, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** The message in an error description of the metric service, which consists of cause, reason and detail. */
const reasonIn = (description: unknown): string | undefined => {
  if (!isRow(description)) return undefined
  const parts = [description.cause, description.reason, description.detail].filter(
    (part) => part !== undefined,
  )
  return parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(': ')
}

/** The message in an error response, in any service's format: `{"itemNotFound": {"message": …}}` and similar. */
const messageIn = (body: string): string => {
  const envelope = parsed(body)
  if (envelope === undefined) return strip(body)
  const errors = Array.isArray(envelope.errors) ? envelope.errors.filter(isRow) : []
  const inner = Object.values(envelope).find(isRow)
  return (
    textIn(envelope, 'error', 'message') ??
    textIn(envelope, 'NeutronError', 'message') ??
    textIn(errors[0] ?? {}, 'detail') ??
    textIn(inner ?? {}, 'message') ??
    textIn(inner ?? {}, 'faultstring') ??
    textIn(envelope, 'description') ??
    reasonIn(envelope.description) ??
    textIn(envelope, 'message') ??
    ''
  )
}

/** The error for an error response, with the request id for searching the services' logs. */
export const httpFault = (
  status: number,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): HttpError => {
  const said = messageIn(body) || `The server at ${url} gave no reason.`
  const requestId = headers['x-openstack-request-id'] ?? headers['x-compute-request-id']
  const trailer = requestId === undefined ? '' : ` (Request-ID: ${requestId})`
  return new HttpError(status, `${said} (HTTP ${status})${trailer}`)
}
