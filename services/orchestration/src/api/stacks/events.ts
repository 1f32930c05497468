import * as operations from '@nimbo/contracts/orchestration/events'
import type { QueryOf } from '@nimbo/operation/operation'
import { eventsWithin, stackEvents } from '../../app/stacks/stack-events.ts'
import type { StackEvent } from '../../db/events.ts'
import type { Stack, StackInTree } from '../../db/stacks.ts'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'
import { stackUrl } from '../links.ts'
import { stackOf } from '../project.ts'
import { instant } from './stack-view.ts'

/** An event of `stack`, in the list of the events within `root`. */
const listed = (base: string, root: Stack, stack: StackInTree, event: StackEvent) => {
  const url = stackUrl(base, stack)
  const name = encodeURIComponent(event.resource_name)
  return {
    id: event.id,
    event_time: instant(event.created_at),
    resource_name: event.resource_name,
    logical_resource_id: event.resource_name,
    physical_resource_id: event.physical_id,
    resource_status: `${event.action}_${event.status}`,
    resource_status_reason: event.reason,
    links: [
      { rel: 'self', href: `${url}/resources/${name}/events/${event.id}` },
      { rel: 'resource', href: `${url}/resources/${name}` },
      { rel: 'stack', href: url },
      { rel: 'root_stack', href: stackUrl(base, root) },
    ],
  }
}

type Within = Awaited<ReturnType<typeof eventsWithin>>

const page = (events: Within, query: QueryOf<typeof operations.listEvents>): Within => {
  const { marker, limit, sort_dir, resource_status, resource_action, resource_name, resource_type } = query
  const fits = (value: string, wanted: string | undefined) =>
    wanted === undefined || wanted.split(',').includes(value)
  const found = events.filter(
    ({ event }) =>
      (fits(event.status, resource_status) || fits(`${event.action}_${event.status}`, resource_status)) &&
      fits(event.action, resource_action) &&
      fits(event.resource_name, resource_name) &&
      fits(event.resource_type, resource_type),
  )
  const ordered = sort_dir === 'desc' ? found.toReversed() : found
  const start = marker === undefined ? 0 : ordered.findIndex(({ event }) => event.id === marker) + 1
  if (marker !== undefined && start === 0) throw errors.EntityNotFound({ entity: 'Event', name: marker })
  return ordered.slice(start, limit === undefined ? undefined : start + limit)
}

const list = handle(operations.listEvents, async (call) => {
  const stack = await stackOf(call)
  const events = await eventsWithin(call.app, stack, call.query.nested_depth ?? 0)
  return { events: page(events, call.query).map(({ event, of }) => listed(call.base, stack, of, event)) }
})

const ofResource = handle(operations.listResourceEvents, async (call) => {
  const stack = await stackOf(call)
  const name = decodeURIComponent(call.params.resource_name)
  const events = (await eventsWithin(call.app, stack, 0)).filter(({ event }) => event.resource_name === name)
  if (events.length === 0) throw errors.EntityNotFound({ entity: 'Resource', name })
  return { events: page(events, call.query).map(({ event, of }) => listed(call.base, stack, of, event)) }
})

const show = handle(operations.showEvent, async (call) => {
  const stack = await stackOf(call)
  const events = await stackEvents(call.app, stack)
  const event = events.find(
    ({ id, resource_name }) =>
      id === call.params.event_id && resource_name === decodeURIComponent(call.params.resource_name),
  )
  if (!event) throw errors.EntityNotFound({ entity: 'Event', name: call.params.event_id })
  return {
    event: {
      ...listed(call.base, stack, stack, event),
      resource_type: event.resource_type,
      resource_properties: JSON.parse(call.app.sealing.open(event.properties)),
    },
  }
})

export const events = [list, ofResource, show]
