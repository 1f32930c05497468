import { view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { anyone } from '@nimbo/operation/target'
import { Type } from 'typebox'

const Version = view({
  id: Type.String(),
  status: Type.String(),
  version: Type.String(),
  min_version: Type.String(),
  updated: Type.String(),
  links: Type.Array(view({ rel: Type.String(), href: Type.String(), type: Type.Optional(Type.String()) })),
  'media-types': Type.Array(view({ base: Type.String(), type: Type.String() })),
})

export const showVersion = operation({
  id: 'versions.show',
  method: 'GET',
  path: '/versions/{id}',
  summary: 'Show one version of the API',
  on: anyone,
  replies: { 200: view({ version: Version }) },
  errors: ['NotFound'],
})
