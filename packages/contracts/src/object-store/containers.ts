import { empty } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { acl, open } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { listing, listingQuery } from './words.ts'

const path = '/v1/{account}/{container}'
const errors = ['NotFound']

export const listObjects = operation({
  id: 'containers.list_objects',
  method: 'GET',
  path,
  summary: 'List the objects of a container, as text, JSON or XML',
  on: acl('read'),
  variants: ['?versions'],
  query: listingQuery,
  replies: {
    200: listing({
      ...{ name: Type.String(), hash: Type.String(), bytes: Type.Integer(), content_type: Type.String() },
      last_modified: Type.String(),
      symlink_path: Type.Optional(Type.String()),
      version_id: Type.Optional(Type.String()),
      is_latest: Type.Optional(Type.Boolean()),
    }),
    204: empty,
  },
  errors,
})

export const showContainer = operation({
  id: 'containers.show',
  method: 'HEAD',
  path,
  summary: 'Show the metadata and the figures of a container',
  on: acl('read'),
  replies: { 204: empty },
  errors,
})

export const createContainer = operation({
  id: 'containers.create',
  method: 'PUT',
  path,
  summary: 'Create a container, or change the metadata of one that is there',
  on: acl('own'),
  replies: { 201: empty, 202: empty },
  errors: ['Invalid'],
})

export const changeContainer = operation({
  id: 'containers.update',
  method: 'POST',
  path,
  summary: 'Set or remove metadata of a container, and whom it is open to',
  on: acl('own'),
  replies: { 204: empty },
  errors,
})

export const deleteContainer = operation({
  id: 'containers.delete',
  method: 'DELETE',
  path,
  summary: 'Delete an empty container',
  on: acl('own'),
  replies: { 204: empty },
  errors: ['NotFound', 'Conflict'],
})

export const preflightContainer = operation({
  id: 'containers.preflight',
  method: 'OPTIONS',
  path,
  summary: 'Say what a page of another origin may do',
  on: open('a browser asks it before it sends a token; the owner of the container says whom it is answered'),
  replies: { 200: empty },
})

export const containerOperations = [
  ...[listObjects, showContainer, createContainer, changeContainer, deleteContainer, preflightContainer],
]
