import { view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { open } from '@nimbo/operation/target'
import { Type } from 'typebox'

const Version = view({
  id: Type.String(),
  status: Type.String(),
  min_version: Type.String(),
  max_version: Type.String(),
  links: Type.Array(view({ rel: Type.String(), href: Type.String() })),
})

export const showVersions = operation({
  id: 'versions.show',
  method: 'GET',
  path: '/',
  summary: 'List the versions of the API',
  on: open('a client must learn the versions before it has a token'),
  replies: { 200: view({ versions: Type.Array(Version) }) },
})
