import { view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { anyone } from '@nimbo/operation/target'
import { Type } from 'typebox'

const Extension = view({
  name: Type.String(),
  alias: Type.String(),
  description: Type.String(),
  updated: Type.String(),
  links: Type.Array(Type.Unknown()),
})

export const listExtensions = operation({
  id: 'extensions.list',
  method: 'GET',
  path: '/extensions',
  summary: 'List the extensions of the API',
  on: anyone,
  replies: { 200: view({ extensions: Type.Array(Extension) }) },
})

export const showExtension = operation({
  id: 'extensions.show',
  method: 'GET',
  path: '/extensions/{alias}',
  summary: 'Show an extension of the API',
  on: anyone,
  replies: { 200: view({ extension: Extension }) },
  errors: ['NoSuchPath'],
})
