import { empty, exact, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import { page, paging } from './pages.ts'

const whole = Type.Integer()
const said = nullable(Type.Integer())

/** -1 means unlimited. `cas` concern certificate authorities, which no longer exist. */
const ProjectQuotas = view({ secrets: said, orders: said, containers: said, consumers: said, cas: said })

export type ProjectQuotas = Static<typeof ProjectQuotas>

const QuotaChange = Type.Object(
  {
    project_quotas: Type.Object(
      {
        secrets: Type.Optional(whole),
        orders: Type.Optional(whole),
        containers: Type.Optional(whole),
        consumers: Type.Optional(whole),
        cas: Type.Optional(whole),
      },
      exact,
    ),
  },
  { ...exact, title: 'Project Quota' },
)

export const showQuotas = operation({
  id: 'quotas.show',
  method: 'GET',
  path: '/v1/quotas',
  summary: 'Show how much the project may have',
  rule: 'quotas:get',
  on: ownProject,
  replies: {
    200: view({
      quotas: view({ secrets: whole, orders: whole, containers: whole, consumers: whole, cas: whole }),
    }),
  },
})

export const listProjectQuotas = operation({
  id: 'project_quotas.list',
  method: 'GET',
  path: '/v1/project-quotas',
  summary: 'List the projects that may have more or less than others',
  rule: 'project_quotas:get',
  on: ownProject,
  query: Type.Object(paging),
  replies: {
    200: page({
      project_quotas: Type.Array(view({ project_id: Type.String(), project_quotas: ProjectQuotas })),
    }),
  },
})

export const showProjectQuotas = operation({
  id: 'project_quotas.show',
  method: 'GET',
  path: '/v1/project-quotas/{project_id}',
  summary: 'Show what was said of how much that project may have',
  rule: 'project_quotas:get',
  on: ownProject,
  replies: { 200: view({ project_quotas: ProjectQuotas }) },
  errors: ['NoQuotas'],
})

export const setProjectQuotas = operation({
  id: 'project_quotas.set',
  method: 'PUT',
  path: '/v1/project-quotas/{project_id}',
  summary: 'Say how much that project may have',
  rule: 'project_quotas:put',
  on: ownProject,
  body: QuotaChange,
  replies: { 204: empty },
})

export const resetProjectQuotas = operation({
  id: 'project_quotas.delete',
  method: 'DELETE',
  path: '/v1/project-quotas/{project_id}',
  summary: 'Let that project have as much as others',
  rule: 'project_quotas:delete',
  on: ownProject,
  replies: { 204: empty },
  errors: ['NoQuotas'],
})
