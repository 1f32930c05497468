import { deliverExternalEvents } from '@nimbo/contracts/compute/external-events'
import { answer } from '@nimbo/http/answer'
import { handle } from './handle.ts'

const deliver = handle(deliverExternalEvents, async ({ ctx, app, body }) => {
  const events = [...(await app.events.deliver(ctx, body.events))]
  return answer({ events }, { status: events.every(({ code }) => code === 200) ? 200 : 207 })
})

export const externalEventRoutes = [deliver]
