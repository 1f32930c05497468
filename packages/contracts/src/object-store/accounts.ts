import { content, empty } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { acl, given } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { bulkReply, listing, listingQuery } from './words.ts'

const path = '/v1/{account}'
const on = acl('own')
const errors = ['NotFound']

export const listContainers = operation({
  id: 'accounts.list_containers',
  method: 'GET',
  path,
  summary: 'List the containers of an account, as text, JSON or XML',
  on,
  query: listingQuery,
  replies: {
    200: listing({
      ...{ name: Type.String(), count: Type.Integer(), bytes: Type.Integer(), last_modified: Type.String() },
    }),
    204: empty,
  },
  errors,
})

export const showAccount = operation({
  id: 'accounts.show',
  method: 'HEAD',
  path,
  summary: 'Show the metadata and the figures of an account',
  on,
  replies: { 204: empty },
  errors,
})

export const changeAccount = operation({
  id: 'accounts.update',
  method: 'POST',
  path,
  summary: 'Set or remove metadata of an account',
  on,
  replies: { 204: empty },
})

export const bulkDelete = operation({
  id: 'accounts.bulk_delete',
  method: 'POST',
  path,
  variants: ['?bulk-delete'],
  summary: 'Delete many objects and empty containers, a line of the body each',
  on: given,
  body: content('text/plain'),
  replies: { 200: bulkReply },
  errors: ['TooLarge'],
})

export const createAccount = operation({
  id: 'accounts.create',
  method: 'PUT',
  path,
  summary: 'Create an account, where the cloud lets reseller admins do so',
  on: acl('manage'),
  replies: { 201: empty, 202: empty },
  errors: ['MethodNotAllowed'],
})

export const deleteAccount = operation({
  id: 'accounts.delete',
  method: 'DELETE',
  path,
  summary: 'Delete an account and all that is in it, where the cloud lets reseller admins do so',
  on: acl('manage'),
  replies: { 204: empty },
  errors: ['NotFound', 'MethodNotAllowed'],
})

export const accountOperations = [
  ...[listContainers, showAccount, changeAccount, bulkDelete, createAccount, deleteAccount],
]
