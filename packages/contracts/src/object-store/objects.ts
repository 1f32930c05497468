import { content, empty } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { acl, given } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { preflightContainer } from './containers.ts'
import { bulkReply, signedQuery } from './words.ts'

/** Object names may contain slashes. */
const path = '/v1/{account}/{container}/{object}'
const text = Type.Optional(Type.String())
const bytes = content('application/octet-stream')

export const getObject = operation({
  id: 'objects.get',
  method: 'GET',
  path,
  variants: ['?multipart-manifest=get', '?symlink=get', '?temp_url_sig', '?version-id'],
  summary: 'Download an object, ranges of it, the manifest of a large one, or a link as it is',
  on: acl('read'),
  query: Type.Object({
    'multipart-manifest': text,
    format: text,
    symlink: text,
    'version-id': text,
    ...signedQuery,
  }),
  replies: { 200: bytes, 206: bytes, 304: empty },
  errors: ['NotFound', 'PreconditionFailed', 'Conflict'],
})

export const showObject = operation({
  id: 'objects.show',
  method: 'HEAD',
  path,
  summary: 'Show the metadata of an object',
  on: acl('read'),
  query: Type.Object({ 'multipart-manifest': text, symlink: text, 'version-id': text, ...signedQuery }),
  replies: { 200: empty, 304: empty },
  errors: ['NotFound', 'PreconditionFailed', 'Conflict'],
})

export const putObject = operation({
  id: 'objects.put',
  method: 'PUT',
  path,
  variants: ['?multipart-manifest=put', '?temp_url_sig', '?version-id', 'symlink'],
  summary: 'Upload an object, copy one, put the manifest of a large one, or a link to one',
  on: acl('write'),
  query: Type.Object({ 'multipart-manifest': text, 'version-id': text, ...signedQuery }),
  body: bytes,
  replies: { 201: empty, 202: empty },
  errors: ['NotFound', 'LengthRequired', 'PreconditionFailed', 'TooLarge', 'Unprocessable'],
})

export const copyObject = operation({
  id: 'objects.copy',
  method: 'COPY',
  path,
  summary: 'Copy an object to the place that Destination names',
  on: acl('read'),
  replies: { 201: empty },
  errors: ['NotFound', 'PreconditionFailed', 'TooLarge'],
})

export const changeObject = operation({
  id: 'objects.update',
  method: 'POST',
  path,
  summary: 'Replace the metadata of an object',
  on: acl('write'),
  replies: { 202: empty, 307: content('text/plain') },
  errors: ['NotFound'],
})

export const deleteObject = operation({
  id: 'objects.delete',
  method: 'DELETE',
  path,
  variants: ['?multipart-manifest=delete', '?version-id'],
  summary: 'Delete an object, or a large one with its segments',
  on: acl('write'),
  query: Type.Object({ 'multipart-manifest': text, 'version-id': text, ...signedQuery }),
  replies: { 204: empty, 200: bulkReply },
  errors: ['NotFound'],
})

export const preflightObject = operation({ ...preflightContainer, id: 'objects.preflight', path })

const archive = {
  method: 'PUT',
  variants: ['?extract-archive'],
  on: given,
  body: content('application/x-tar'),
  replies: { 200: bulkReply },
} as const

export const extractIntoAccount = operation({
  ...archive,
  id: 'accounts.extract_archive',
  path: '/v1/{account}',
  summary: 'Upload an archive: its folders become containers, its files objects',
})

export const extractIntoContainer = operation({
  ...archive,
  id: 'containers.extract_archive',
  path: '/v1/{account}/{container}',
  summary: 'Upload an archive into a container: its files become objects',
})

export const objectOperations = [
  ...[getObject, showObject, putObject, copyObject, changeObject, deleteObject, preflightObject],
  ...[extractIntoAccount, extractIntoContainer],
]
