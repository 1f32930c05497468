import { noContent } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import type { PlacementApp } from '../app/app.ts'
import { reshape } from '../app/reshape.ts'
import { reshapeBody, wantedFrom } from './allocation-body.ts'
import { wantedInventories } from './inventory-body.ts'
import { route } from './route.ts'

export const reshaper: readonly Route<PlacementApp>[] = [
  route({
    method: 'POST',
    path: '/reshaper',
    name: 'reshaper.reshape',
    since: '1.30',
    policy: 'placement:reshaper:reshape',
    body: reshapeBody,
    replies: [204],
    handle: async ({ app, body }) => {
      await reshape(app)({
        inventories: Object.fromEntries(
          Object.entries(body.inventories).map(([id, one]) => [id, wantedInventories(one)]),
        ),
        allocations: Object.entries(body.allocations).map(([consumer, one]) =>
          wantedFrom(app, consumer, one),
        ),
      })
      return noContent()
    },
  }),
]
