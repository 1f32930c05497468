import { view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { open } from '@nimbo/operation/target'
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
const on = open('a client must learn the versions before it has a token')

/** At the root of the service. */
export const listVersions = operation({
  id: 'versions.list',
  method: 'GET',
  path: '/',
  summary: 'List the versions of the API',
  on,
  replies: { 300: view({ versions: Type.Array(Version) }) },
})

/** At the root of version 3. */
export const showVersion = operation({
  ...listVersions,
  id: 'versions.show',
  summary: 'Show version 3 of the API',
  replies: { 200: view({ versions: Type.Array(Version) }) },
})
