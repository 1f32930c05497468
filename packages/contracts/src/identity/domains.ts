import { empty, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, given, ownProject } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import {
  changes,
  Description,
  Flag,
  Options,
  open,
  pagedQuery,
  pageLinks,
  ProjectName,
  ResourceOptions,
  Self,
  text,
} from './words.ts'

export const Domain = open({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  enabled: Type.Boolean(),
  options: Options,
  tags: Type.Array(Type.String()),
  links: Self,
})
export type DomainView = Static<typeof Domain>

const changeable = { description: Description, enabled: Flag, options: ResourceOptions }
const shown = view({ domain: Domain })
const path = '/v3/domains/{domain_id}'
const on = found('domain')
const errors = ['NotFound']

/** A domain-scoped token lists its own domain only. */
export const listDomains = operation({
  id: 'domains.list',
  method: 'GET',
  path: '/v3/domains',
  summary: 'List domains',
  rule: 'identity:list_domains',
  on: given,
  query: pagedQuery({ id: text, name: text, enabled: text }),
  replies: { 200: view({ domains: Type.Array(Domain), ...pageLinks }) },
})

export const createDomain = operation({
  id: 'domains.create',
  method: 'POST',
  path: '/v3/domains',
  summary: 'Create a domain',
  rule: 'identity:create_domain',
  on: ownProject,
  body: Type.Object({
    domain: open({
      ...changeable,
      name: ProjectName,
      /** An id chosen by the client, such as that of a domain in another region. */
      explicit_domain_id: Type.Optional(Type.String()),
    }),
  }),
  replies: { 201: shown },
  errors: ['DuplicateDomain'],
})

export const showDomain = operation({
  id: 'domains.show',
  method: 'GET',
  path,
  summary: 'Show a domain',
  rule: 'identity:get_domain',
  on,
  replies: { 200: shown },
  errors,
})

export const updateDomain = operation({
  id: 'domains.update',
  method: 'PATCH',
  path,
  summary: 'Change a domain',
  rule: 'identity:update_domain',
  on,
  body: Type.Object({ domain: changes({ ...changeable, name: Type.Optional(ProjectName) }) }),
  replies: { 200: shown },
  errors: ['NotFound', 'DuplicateDomain', 'Immutable'],
})

export const deleteDomain = operation({
  id: 'domains.delete',
  method: 'DELETE',
  path,
  summary: 'Delete a disabled domain and all it holds',
  rule: 'identity:delete_domain',
  on,
  replies: { 204: empty },
  errors: ['NotFound', 'Immutable'],
})
