import { json } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import type { ImageApp } from '../app/app.ts'
import { route } from './route.ts'

/** Minor versions of the image API; each brought something that is here. Import (2.6) and cache (2.14) are not. */
const minors = [0, 1, 2, 3, 4, 5]
const current = 5

const versionsRoute = (path: string, status: number): Route<ImageApp> =>
  route({
    method: 'GET',
    path,
    name: 'versions.show',
    policy: { open: 'a client must learn the versions before it has a token' },
    replies: [status],
    handle: async ({ request }) =>
      json(status, {
        versions: minors.toReversed().map((minor) => ({
          id: `v2.${minor}`,
          status: minor === current ? 'CURRENT' : 'SUPPORTED',
          links: [{ rel: 'self', href: `${request.origin}${request.mount}/v2/` }],
        })),
      }),
  })

export const versionRoutes: readonly Route<ImageApp>[] = [
  versionsRoute('/', 300),
  versionsRoute('/versions', 200),
]
