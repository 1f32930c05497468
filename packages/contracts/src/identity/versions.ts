import { view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { open } from '@nimbo/operation/target'
import { Type } from 'typebox'

const Version = view({
  id: Type.String(),
  status: Type.String(),
  updated: Type.String(),
  links: Type.Array(view({ rel: Type.String(), href: Type.String() })),
  'media-types': Type.Array(view({ base: Type.String(), type: Type.String() })),
})

const on = open('clients learn here how to log in')

export const listVersions = operation({
  id: 'versions.list',
  method: 'GET',
  path: '/',
  summary: 'List the versions of the API',
  on,
  replies: { 300: view({ versions: view({ values: Type.Array(Version) }) }) },
})

export const showVersion = operation({
  id: 'versions.show',
  method: 'GET',
  path: '/v3',
  summary: 'Show version 3 of the API',
  on,
  replies: { 200: view({ version: Version }) },
})
