import { deliverExternalEvents } from '@nimbo/contracts/compute/external-events'
import { answer } from '@nimbo/http/answer'
import { errors } from '../errors.ts'
import { handle } from './handle.ts'

const deliver = handle(deliverExternalEvents, async ({ ctx, app, body }) => {
  const events = [...(await app.events.deliver(ctx, body.events))]
  if (events.every(({ code }) => code === 404))
    throw errors.NotFound({ reason: 'No instances found for any event' })
  return answer({ events }, { status: events.every(({ code }) => code === 200) ? 200 : 207 })
})

export const externalEventRoutes = [deliver]
