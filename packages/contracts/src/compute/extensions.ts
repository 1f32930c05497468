import { view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { Type } from 'typebox'

const Extension = view({
  alias: Type.String(),
  name: Type.String(),
  description: Type.String(),
  links: Type.Array(Type.Unknown()),
  namespace: Type.String(),
  updated: Type.String(),
})

export const listExtensions = operation({
  id: 'extensions.list',
  method: 'GET',
  path: '/extensions',
  summary: 'List the parts of the API that once were extensions',
  rule: 'os_compute_api:extensions',
  on,
  replies: { 200: view({ extensions: Type.Array(Extension) }) },
})

export const showExtension = operation({
  id: 'extensions.show',
  method: 'GET',
  path: '/extensions/{alias}',
  summary: 'Show a part of the API that once was an extension',
  rule: 'os_compute_api:extensions',
  on,
  replies: { 200: view({ extension: Extension }) },
  errors: ['NotFound'],
})
