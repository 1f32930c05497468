import * as operations from '@nimbo/contracts/network/versions'
import { handlersOf } from '@nimbo/http/handle'
import type { Route } from '@nimbo/http/route'
import type { Deps } from '../app/deps.ts'

const handle = handlersOf<Deps>()({})

/** Served before the token check: versions are for everyone. */
export const listVersions = handle(operations.listVersions, async ({ base }) => ({
  versions: [{ id: 'v2.0', status: 'CURRENT', links: [{ rel: 'self', href: `${base}/v2.0/` }] }],
}))

/** The names and the path of a kind of resource in the API. */
export interface Listed {
  readonly name: string
  readonly collection: string
  readonly path: string
}

/** The handler that lists these kinds of resource. */
export const listResources = (kinds: readonly Listed[]): Route<Deps> =>
  handle(operations.listResources, async ({ base }) => ({
    resources: kinds.map(({ name, collection, path }) => ({
      name,
      collection,
      links: [{ rel: 'self', href: `${base}/${path}` }],
    })),
  }))
