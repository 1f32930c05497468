import { ok } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import { formatMicroversion } from '@nimbo/operation/microversion'
import type { PlacementApp } from '../app/app.ts'
import { versions } from './fault-envelope.ts'
import { route } from './route.ts'

export const root: Route<PlacementApp> = route({
  method: 'GET',
  path: '/',
  name: 'versions.show',
  policy: { open: 'a client must learn the versions before it has a token' },
  replies: [200],
  handle: async ({ request }) =>
    ok({
      versions: [
        {
          id: 'v1.0',
          status: 'CURRENT',
          min_version: formatMicroversion(versions.min),
          max_version: formatMicroversion(versions.max),
          links: [{ rel: 'self', href: request.mount }],
        },
      ],
    }),
})
