import { operation } from '@nimbo/operation/operation'
import { open } from '@nimbo/operation/target'
import { Type } from 'typebox'

const on = open('a client must learn the versions before it has a token')

export const chooseVersion = operation({
  id: 'versions.choose',
  method: 'GET',
  path: '/',
  summary: 'List the versions of the API',
  on,
  replies: { 300: Type.Object({ versions: Type.Unknown() }) },
})

export const showVersion = operation({
  id: 'versions.show',
  method: 'GET',
  path: '/v1',
  summary: 'Show what there is to know of version 1',
  on,
  replies: { 200: Type.Object({ version: Type.Unknown() }) },
})
