import { exact, Uuid } from '@nimbo/contracts/compute/words'
import { json } from '@nimbo/http/reply'
import { Type } from 'typebox'
import { errors } from '../errors.ts'
import { route } from './route.ts'

const names = [
  'network-changed',
  'network-vif-plugged',
  'network-vif-unplugged',
  'network-vif-deleted',
  'volume-extended',
  'power-update',
  'accelerator-request-bound',
  'volume-reimaged',
]

const deliver = route({
  method: 'POST',
  path: '/os-server-external-events',
  name: 'external-events.deliver',
  policy: 'os_compute_api:os-server-external-events:create',
  body: Type.Object(
    {
      events: Type.Array(
        Type.Object(
          {
            name: Type.Union(names.map((name) => Type.Literal(name))),
            server_uuid: Uuid,
            status: Type.Optional(
              Type.Union(['failed', 'completed', 'in-progress'].map((status) => Type.Literal(status))),
            ),
            tag: Type.Optional(Type.String({ maxLength: 255 })),
          },
          exact,
        ),
        { minItems: 1, maxItems: 1000 },
      ),
    },
    exact,
  ),
  replies: [200, 207],
  handle: async ({ ctx, app, body }) => {
    const events = await app.events.deliver(ctx, body.events)
    if (events.every(({ code }) => code === 404))
      throw errors.NotFound({ reason: 'No instances found for any event' })
    return json(events.every(({ code }) => code === 200) ? 200 : 207, { events })
  },
})

export const externalEventRoutes = [deliver]
