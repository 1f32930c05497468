import { noContent, ok } from '@nimbo/http/reply'
import { routesOf } from '@nimbo/http/routes-of'
import { Type } from 'typebox'
import type { NetworkApp } from '../app/network-app.ts'

const route = routesOf<NetworkApp>()
const own = { inHandler: 'a project may read its own limits with less than it takes to read those of others' }

const unlimited = -1
const most = 2_147_483_647
const UpdateQuota = Type.Object({
  quota: Type.Record(Type.String(), Type.Integer({ minimum: unlimited, maximum: most })),
})

export const listQuotas = route({
  method: 'GET',
  path: '/quotas',
  name: 'quotas.list',
  policy: own,
  replies: [200],
  handle: async ({ app, ctx, allows }) => {
    const all = await app.quotas.list()
    const seen = all.filter(
      ({ project_id }) =>
        allows('get_quota', { project_id }) && (allows('context_is_admin') || project_id === ctx.projectId),
    )
    return ok({ quotas: seen.map((limits) => ({ ...limits, tenant_id: limits.project_id })) })
  },
})

/** The project whose token it is: what the client asks when it does not know. */
export const showOwnProject = route({
  method: 'GET',
  path: '/quotas/tenant',
  name: 'quotas.tenant',
  policy: { inHandler: 'it tells callers only who they are' },
  replies: [200],
  handle: async ({ ctx }) =>
    ok({ tenant: { tenant_id: ctx.projectId ?? null, project_id: ctx.projectId ?? null } }),
})

export const showQuota = route({
  method: 'GET',
  path: '/quotas/{project_id}',
  name: 'quotas.show',
  policy: own,
  replies: [200],
  handle: async ({ app, params, ctx, enforce }) => {
    const { project_id } = params
    if (project_id !== ctx.projectId) enforce('get_quota', { project_id })
    return ok({ quota: await app.quotas.limits(project_id) })
  },
})

export const showDefaultQuota = route({
  method: 'GET',
  path: '/quotas/{project_id}/default',
  name: 'quotas.default',
  policy: own,
  replies: [200],
  handle: async ({ app, params, ctx, enforce }) => {
    const { project_id } = params
    if (project_id !== ctx.projectId) enforce('get_quota', { project_id })
    return ok({ quota: app.quotas.defaults() })
  },
})

const showDetails = (path: '/quotas/{project_id}/details' | '/quotas/{project_id}/details.json') =>
  route({
    method: 'GET',
    path,
    name: 'quotas.details',
    policy: own,
    replies: [200],
    handle: async ({ app, params, ctx, enforce }) => {
      const { project_id } = params
      if (project_id !== ctx.projectId) enforce('get_quota', { project_id })
      return ok({ quota: await app.quotas.details(project_id) })
    },
  })

/** Clients ask for it under both spellings. */
export const showQuotaDetails = [
  showDetails('/quotas/{project_id}/details'),
  showDetails('/quotas/{project_id}/details.json'),
]

export const updateQuota = route({
  method: 'PUT',
  path: '/quotas/{project_id}',
  name: 'quotas.update',
  policy: 'update_quota',
  body: UpdateQuota,
  replies: [200],
  handle: async ({ ctx, app, params, body }) =>
    ok({ quota: await app.quotas.update(ctx, params.project_id, body.quota) }),
})

export const deleteQuota = route({
  method: 'DELETE',
  path: '/quotas/{project_id}',
  name: 'quotas.delete',
  policy: 'delete_quota',
  replies: [204],
  handle: async ({ ctx, app, params }) => {
    await app.quotas.reset(ctx, params.project_id)
    return noContent()
  },
})
