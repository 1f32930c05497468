import type { Json, JsonObject } from '@nimbo/kernel/json'
import { resourceErrors } from '../../resource-type/errors.ts'
import type { SignalOutcome } from '../../resource-type/signals.ts'

type Status = 'SUCCESS' | 'FAILURE'

/** A received signal; the handle's metadata stores it under the signal's id. */
export interface Received {
  readonly status: Status
  readonly reason: string
  readonly data: Json
}

const isReceived = (value: unknown): value is Received =>
  typeof value === 'object' && value !== null && 'status' in value

/** The signals in a handle's metadata, with their ids. */
export const receivedBy = (metadata: JsonObject): readonly (readonly [string, Received])[] =>
  Object.entries(metadata).flatMap(([id, one]) => (isReceived(one) ? [[id, one] as const] : []))

interface Names {
  readonly id: string
  readonly status: string
  readonly reason: string
  readonly data: string
  /** Whether all fields are required. */
  readonly strict: boolean
}

const refuse = (): never => {
  throw resourceErrors.SignalRefused({ problem: 'Metadata format invalid' })
}

const textOr = (value: Json | undefined, otherwise: string): string =>
  value === undefined || value === null ? otherwise : String(value)

/** Stores a signal in the metadata of a wait condition's handle; it replaces an earlier one with the same id. */
export const takeSignal = (metadata: JsonObject, details: JsonObject, names: Names): SignalOutcome => {
  const known = [names.id, names.status, names.reason, names.data]
  const isStrange = Object.keys(details).some((key) => !known.includes(key))
  const isShort = names.strict && known.some((key) => details[key] === undefined)
  if (isStrange || isShort) return refuse()
  const id = textOr(details[names.id], String(receivedBy(metadata).length + 1))
  const status = textOr(details[names.status], 'SUCCESS')
  if (status !== 'SUCCESS' && status !== 'FAILURE') return refuse()
  const reason = textOr(details[names.reason], `Signal ${id} received`)
  const one = { status, reason, data: details[names.data] ?? null }
  return { metadata: { ...metadata, [id]: one }, reason: `status:${status} reason:${reason}` }
}

export const openNames: Names = { id: 'id', status: 'status', reason: 'reason', data: 'data', strict: false }
export const strictNames: Names = {
  id: 'UniqueId',
  status: 'Status',
  reason: 'Reason',
  data: 'Data',
  strict: true,
}
