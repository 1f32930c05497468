import type { InstanceActionEventView } from '@nimbo/contracts/compute/instance-actions'
import type { Hop } from './hop.ts'

/** A server action of Nova, with the fields that its hops are derived from. */
export interface DoneAction {
  readonly action: string
  readonly request_id: string
  readonly start_time: string
  readonly events?: readonly InstanceActionEventView[] | undefined
}

/** The service that executes an event: most are executed by nova-compute. */
const laneOf = (event: string): string => {
  if (event.startsWith('compute_')) return 'nova-compute'
  return event.startsWith('api_') ? 'nova-api' : 'nova-conductor'
}

/** Timestamps of the API are in UTC and may have no zone. */
const instantOf = (text: string): string => new Date(/Z$/.test(text) ? text : `${text}Z`).toISOString()

const durationOf = ({ start_time, finish_time }: InstanceActionEventView): number =>
  finish_time === null ? 0 : Date.parse(instantOf(finish_time)) - Date.parse(instantOf(start_time))

const statusOf = ({ finish_time, result }: InstanceActionEventView): string => {
  if (finish_time === null) return 'running'
  return result === 'Success' ? 'ok' : 'error'
}

const stepOf = (event: InstanceActionEventView, from: string, index: number): Hop => {
  const { host, result, details } = event
  const to = laneOf(event.event)
  const told = Object.entries({ host, result, details }).filter(([, value]) => value)
  return {
    ...{ line: index + 2, step: event.event, name: event.event, from, to },
    ...{ how: from === to ? 'internal' : 'RPC cast', what: event.event, service: to },
    started_at: instantOf(event.start_time),
    duration_ms: durationOf(event),
    status: statusOf(event),
    attributes: Object.fromEntries(told),
  }
}

/** The hops of a server action: the request, and then its recorded events. */
export const hopsOfAction = ({ action, request_id, start_time, events = [] }: DoneAction): readonly Hop[] => {
  const request: Hop = {
    ...{ line: 1, step: 'request', name: action, from: 'client', to: 'nova-api', how: 'REST' },
    ...{ what: action, service: 'nova-api', started_at: instantOf(start_time) },
    ...{ duration_ms: 0, status: 'ok', attributes: { request_id } },
  }
  const inOrder = events.toSorted((one, other) => one.start_time.localeCompare(other.start_time))
  const hops: Hop[] = [request]
  for (const [index, event] of inOrder.entries())
    hops.push(stepOf(event, hops.at(-1)?.to ?? 'nova-api', index))
  return hops
}
