import { rowsAt, textAt } from '../../cloud/json-values.ts'
import type { Row } from '../../output/result.ts'

/** The name of an event's stack, from its link. */
export const stackOfEvent = (event: Row): string => {
  const link = rowsAt(event, 'links').find(({ rel }) => rel === 'stack')
  return decodeURIComponent(
    textAt(link ?? {}, 'href')
      .split('/stacks/')[1]
      ?.split('/')[0] ?? '',
  )
}

/** Whether an event is about the stack itself, not one of its resources. */
const isOfStack = (event: Row): boolean => {
  const link = rowsAt(event, 'links').find(({ rel }) => rel === 'stack')
  return (
    textAt(link ?? {}, 'href')
      .split('/')
      .at(-1) === textAt(event, 'physical_resource_id')
  )
}

/** Formats an event as a line: `2026-01-31 12:00:00Z [web.port]: CREATE_COMPLETE state changed`. */
export const eventLine = (event: Row): string => {
  const stack = stackOfEvent(event)
  const name = isOfStack(event) ? stack : `${stack}.${textAt(event, 'resource_name')}`
  const at = textAt(event, 'event_time').replace('T', ' ')
  return `${at} [${name}]: ${textAt(event, 'resource_status')}  ${textAt(event, 'resource_status_reason')}\n`
}
