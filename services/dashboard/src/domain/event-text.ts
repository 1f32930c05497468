import type { CloudEvent } from '@nimbo/contracts/dashboard/events'

/** An event as a stream of server-sent events has it. JSON has no line breaks, so one line is enough. */
export const eventText = (event: CloudEvent): string => `data: ${JSON.stringify(event)}\n\n`
