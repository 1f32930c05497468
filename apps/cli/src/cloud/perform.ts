import type { AnyRequest } from '@nimbo/operation/client/request'
import type { Operation } from '@nimbo/operation/operation'
import type { Row } from '../output/result.ts'
import { isRow } from './json-values.ts'
import type { ServiceType, Session } from './session.ts'

/** An operation, and the service that has it. */
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

/** More than any cloud has of anything: how far lists are read of which no limit was asked. */
const everything = 10_000_000

/** Calls an operation; gives the reply's body, empty where there is none. */
export const perform = async (
  session: Session,
  { service, operation }: Called,
  request?: AnyRequest,
): Promise<Row> => {
  const { body } = await session.api[service].perform(operation, request)
  return isRow(body) ? body : {}
}

/** The items of a list. With `limit` no further page is read than so many items need; -1 asks for all of them. */
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

/** The thing a reply is about: what stands there under its one key, or else all of it. */
export const thingIn = (reply: Row): Row => {
  const [only, ...others] = Object.values(reply)
  return others.length === 0 && isRow(only) ? only : reply
}
