import type { CloudEvent } from '@nimbo/contracts/dashboard/events'

/** Serialises an event for a stream of server-sent events. JSON has no line breaks, so it is one `data` line. */
export const eventText = (event: CloudEvent): string => `data: ${JSON.stringify(event)}\n\n`
