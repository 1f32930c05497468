import { HttpFault } from './http-fault.ts'

const timeoutMs = 30_000

/** The message of an error response, whatever its format. */
const sentenceOf = (text: string): string => {
  try {
    const body: unknown = JSON.parse(text)
    const inner = body instanceof Object ? Object.values(body)[0] : undefined
    if (inner instanceof Object && 'message' in inner) return String(inner.message)
    return typeof inner === 'string' ? inner : text
  } catch {
    return text
  }
}

/** Calls the dashboard service's own API, below `/dashboard/api`; undefined when the response has no body. */
export const askDashboard = async (method: string, path: string, body?: unknown): Promise<unknown> => {
  const reply = await fetch(`/dashboard/api${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await reply.text()
  if (!reply.ok) throw new HttpFault(reply.status, sentenceOf(text))
  return text === '' ? undefined : JSON.parse(text)
}
