import { view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { Domain } from './domains.ts'
import { Project } from './projects.ts'
import { CatalogEntry } from './tokens.ts'
import { pagedQuery, pageLinks, Self } from './words.ts'

export const listAuthProjects = operation({
  id: 'auth.list_projects',
  method: 'GET',
  path: '/v3/auth/projects',
  summary: 'List the projects that one could ask a token for',
  rule: 'identity:get_auth_projects',
  on: ownProject,
  query: pagedQuery({}),
  replies: { 200: view({ projects: Type.Array(Project), ...pageLinks }) },
})

export const listAuthDomains = operation({
  id: 'auth.list_domains',
  method: 'GET',
  path: '/v3/auth/domains',
  summary: 'List the domains that one could ask a token for',
  rule: 'identity:get_auth_domains',
  on: ownProject,
  query: pagedQuery({}),
  replies: { 200: view({ domains: Type.Array(Domain), ...pageLinks }) },
})

/** The deprecated path for federated users. */
export const listFederatedProjects = operation({
  ...listAuthProjects,
  id: 'auth.list_federated_projects',
  path: '/v3/OS-FEDERATION/projects',
})

export const listFederatedDomains = operation({
  ...listAuthDomains,
  id: 'auth.list_federated_domains',
  path: '/v3/OS-FEDERATION/domains',
})

export const showAuthSystem = operation({
  id: 'auth.show_system',
  method: 'GET',
  path: '/v3/auth/system',
  summary: 'Show whether one could ask a token for the system',
  rule: 'identity:get_auth_system',
  on: ownProject,
  replies: { 200: view({ system: Type.Array(view({ all: Type.Boolean() })), links: Self }) },
})

export const showAuthCatalog = operation({
  id: 'auth.show_catalog',
  method: 'GET',
  path: '/v3/auth/catalog',
  summary: 'Show the catalog of one’s token',
  rule: 'identity:get_auth_catalog',
  on: ownProject,
  replies: { 200: view({ catalog: Type.Array(CatalogEntry), links: Self }) },
  errors: ['NotAllowed'],
})
