import { view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { open } from '@nimbo/operation/target'
import { Type } from 'typebox'

export const listVersions = operation({
  id: 'versions.list',
  method: 'GET',
  path: '/',
  summary: 'List the versions of the API',
  on: open('clients look for versions before they have a token'),
  replies: {
    300: view({
      versions: Type.Array(
        view({
          id: Type.String(),
          status: Type.String(),
          links: Type.Array(view({ rel: Type.String(), href: Type.String() })),
        }),
      ),
    }),
  },
})
