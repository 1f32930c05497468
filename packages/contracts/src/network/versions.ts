import { view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { anyone, open } from '@nimbo/operation/target'
import { Type } from 'typebox'

const Link = view({ rel: Type.String(), href: Type.String() })

export const listVersions = operation({
  id: 'versions.list',
  method: 'GET',
  path: '/',
  summary: 'List the versions of the API',
  on: open('versions are for everyone: clients find their way by them'),
  replies: {
    200: view({
      versions: Type.Array(view({ id: Type.String(), status: Type.String(), links: Type.Array(Link) })),
    }),
  },
})

export const listResources = operation({
  id: 'resources.list',
  method: 'GET',
  path: '/',
  summary: 'List the kinds of resource that the API has',
  on: anyone,
  replies: {
    200: view({
      resources: Type.Array(
        view({ name: Type.String(), collection: Type.String(), links: Type.Array(Link) }),
      ),
    }),
  },
})
