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

/** What the metrics service says in parts: cause, reason and what exactly. */
const reasonIn = (description: unknown): string | undefined => {
  if (!isRow(description)) return undefined
  const parts = [description.cause, description.reason, description.detail].filter(
    (part) => part !== undefined,
  )
  return parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(': ')
}

/** The sentence in a service's envelope, whichever of theirs it is: `{"itemNotFound": {"message": …}}` and its kin. */
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

/** The refusal that a reply stands for, with the request id an operator would search the logs for. */
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
