import { Fault } from '@nimbo/kernel/errors'
import { kindOfStatus } from '../statuses.ts'

/** What a service refused, and where its log says more. */
export interface Refusal {
  /** The service's type. */
  readonly service: string
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/**
 * A service's refusal (a reply of 400 and above) as a fault with the code `RemoteFault`: its kind by the status, its message the
 * sentence of the envelope, and among its details `status`, `requestId` and, of placement and network, the `code` of the failure.
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

/** Whether `error` is a service's reply with one of these statuses; with any, where none is named. */
export const isRemote = (error: unknown, ...statuses: readonly number[]): error is Fault =>
  error instanceof Fault &&
  error.code === 'RemoteFault' &&
  (statuses.length === 0 || statuses.includes(Number(error.details.status)))

/** `work`, or undefined where it ends in 404. */
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

/** What any service's error envelope says: a sentence, and (placement, network) the code of the failure. */
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
