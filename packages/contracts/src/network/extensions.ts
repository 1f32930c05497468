import { view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { anyone } from '@nimbo/operation/target'
import { Type } from 'typebox'

const Extension = view({
  alias: Type.String(),
  name: Type.String(),
  description: Type.String(),
  updated: Type.String(),
  links: Type.Array(Type.String()),
})

export const listExtensions = operation({
  id: 'extensions.list',
  method: 'GET',
  path: '/extensions',
  summary: 'List what the API has beyond its core',
  on: anyone,
  replies: { 200: view({ extensions: Type.Array(Extension) }) },
})

export const showExtension = operation({
  id: 'extensions.show',
  method: 'GET',
  path: '/extensions/{alias}',
  summary: 'Show an extension',
  on: anyone,
  replies: { 200: view({ extension: Extension }) },
  errors: ['ExtensionsNotFound'],
})
