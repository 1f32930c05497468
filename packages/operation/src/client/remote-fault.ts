import { Fault } from '@nimbo/kernel/errors'
import { kindOfStatus } from '../statuses.ts'

/** A service's error reply. */
export interface Refusal {
  /** The service's type. */
  readonly service: string
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/**
 * Converts an error reply (400 and above) into a fault with the code `RemoteFault`: its kind follows from the status, its message
 * from the error body; its details contain `status`, `requestId` and, from placement and network, the error's `code`.
 */
export const remoteFault = ({ service, status, headers, text }: Refusal): Fault => {
  const { message, code } = readEnvelope(text)
  const requestId = headers['x-openstack-request-id'] ?? headers['x-compute-request-id']
  return new Fault({
    code: 'RemoteFault',
    kind: kindOfStatus(status),
    message,
    details: {
      service,
      status,
      ...(code === undefined ? {} : { code }),
      ...(requestId === undefined ? {} : { requestId }),
    },
  })
}

/** Whether `error` is an error reply with one of these statuses, or any status if none is given. */
export const isRemote = (error: unknown, ...statuses: readonly number[]): error is Fault =>
  error instanceof Fault &&
  error.code === 'RemoteFault' &&
  (statuses.length === 0 || statuses.includes(Number(error.details.status)))

/** Resolves like `work`, or to undefined after a 404. */
export const unlessNotFound = async <Result>(work: Promise<Result>): Promise<Result | undefined> => {
  try {
    return await work
  } catch (error) {
    if (isRemote(error, 404)) return undefined
    throw error
  }
}

const longestSentence = 500

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The message in any service's error body, and (placement, network) the error's code. */
const readEnvelope = (text: string): { readonly message: string; readonly code?: string } => {
  const inner = innermost(text)
  if (inner === undefined) return { message: text.slice(0, longestSentence) }
  const code = [inner.code, inner.type].find((name) => typeof name === 'string')
  const message = String(inner.message ?? inner.detail ?? inner.title ?? text)
  return code === undefined ? { message } : { message, code }
}

const innermost = (text: string): Readonly<Record<string, unknown>> | undefined => {
  const body = parsed(text)
  if (!isRecord(body)) return undefined
  const inner = Object.values(body).find(isRecord) ?? body
  const one: unknown = Array.isArray(inner) ? inner[0] : inner
  return isRecord(one) ? one : undefined
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
