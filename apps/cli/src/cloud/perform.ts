import type { AnyRequest } from '@nimbo/operation/client/request'
import type { Operation } from '@nimbo/operation/operation'
import type { Row } from '../output/result.ts'
import { isRow } from './json-values.ts'
import type { ServiceType, Session } from './session.ts'

/** An operation with its service. */
export interface Called {
  readonly service: ServiceType
  readonly operation: Operation
}

const within =
  (service: ServiceType) =>
  (operation: Operation): Called => ({ service, operation })

export const inIdentity = within('identity')
export const inImage = within('image')
export const inCompute = within('compute')
export const inNetwork = within('network')
export const inVolume = within('volume')
export const inPlacement = within('placement')
export const inOrchestration = within('orchestration')
export const inObjectStore = within('object-store')
export const inMetric = within('metric')
export const inAlarming = within('alarming')
export const inKeyManager = within('key-manager')

/** The limit for reading lists without a limit: more items than any cloud has. */
const everything = 10_000_000

/** Calls an operation; returns the response's body, empty when there is none. */
export const perform = async (
  session: Session,
  { service, operation }: Called,
  request?: AnyRequest,
): Promise<Row> => {
  const { body } = await session.api[service].perform(operation, request)
  return isRow(body) ? body : {}
}

/** Reads the items of a list, page by page. With `limit`, only as many pages as needed; -1 reads all. */
export const performAll = async (
  session: Session,
  { service, operation }: Called,
  request: AnyRequest = {},
  limit = -1,
): Promise<readonly Row[]> => {
  const items: Row[] = []
  const atMost = limit < 0 ? everything : limit
  for await (const item of session.api[service].performAll(operation, atMost, request))
    items.push(isRow(item) ? item : { name: item })
  return items
}

/** The resource in a response: the value of its only key, or else the whole body. */
export const thingIn = (reply: Row): Row => {
  const [only, ...others] = Object.values(reply)
  return others.length === 0 && isRow(only) ? only : reply
}
