import { view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { anyone } from '@nimbo/operation/target'
import { Type } from 'typebox'

export const listExtensions = operation({
  id: 'extensions.list',
  method: 'GET',
  path: '/extensions',
  summary: 'List the extensions of the API',
  on: anyone,
  replies: {
    200: view({
      extensions: Type.Array(
        view({
          name: Type.String(),
          alias: Type.String(),
          description: Type.String(),
          updated: Type.String(),
          links: Type.Array(Type.Unknown()),
        }),
      ),
    }),
  },
})
