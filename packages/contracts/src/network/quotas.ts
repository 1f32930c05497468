import { empty, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { anyone, path } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { resourceNotifications } from './resource-notifications.ts'

/** Limits by resource; -1 means unlimited. */
const Limits = Type.Record(Type.String(), Type.Integer())
const Quota = view({ quota: Limits })
const Detail = view({ limit: Type.Integer(), used: Type.Integer(), reserved: Type.Integer() })

const one = '/quotas/{project_id}'
// A project may read its own quotas without the policy rule for others'.
const unlessOwn = { on: anyone, mayAsk: ['get_quota'] } as const

export const listQuotas = operation({
  id: 'quotas.list',
  method: 'GET',
  path: '/quotas',
  summary: 'List the limits of projects that have their own',
  on: anyone,
  mayAsk: ['get_quota', 'context_is_admin'],
  replies: { 200: view({ quotas: Type.Array(Type.Record(Type.String(), Type.Unknown())) }) },
})

/** The project of the caller's token. */
export const showOwnProject = operation({
  id: 'quotas.tenant',
  method: 'GET',
  path: '/quotas/tenant',
  summary: "Show the caller's project",
  on: anyone,
  replies: {
    200: view({
      tenant: view({ tenant_id: nullable(Type.String()), project_id: nullable(Type.String()) }),
    }),
  },
})

/** The same under the newer name `project`. */
export const showOwnProjectByName = operation({
  id: 'quotas.project',
  method: 'GET',
  path: '/quotas/project',
  summary: "Show the caller's project, by that name",
  on: anyone,
  replies: { 200: view({ project: view({ project_id: nullable(Type.String()) }) }) },
})

export const showQuota = operation({
  id: 'quotas.show',
  method: 'GET',
  path: one,
  summary: 'Show the limits of a project',
  ...unlessOwn,
  replies: { 200: Quota },
})

export const showDefaultQuota = operation({
  id: 'quotas.default',
  method: 'GET',
  path: `${one}/default`,
  summary: 'Show the limits of a project of which nothing was said',
  ...unlessOwn,
  replies: { 200: Quota },
})

const details = <const Path extends `${typeof one}/${string}`>(path: Path) =>
  operation({
    id: 'quotas.details',
    method: 'GET',
    path,
    summary: 'Show the limits of a project, and how much of them it uses',
    ...unlessOwn,
    replies: { 200: view({ quota: Type.Record(Type.String(), Detail) }) },
  })

/** Clients use both spellings. */
export const showQuotaDetails = details(`${one}/details`)
export const showQuotaDetailsJson = details(`${one}/details.json`)

export const updateQuota = operation({
  id: 'quotas.update',
  method: 'PUT',
  path: one,
  summary: 'Change the limits of a project',
  rule: 'update_quota',
  on: path,
  // The limits, and how to treat limits below the current usage: `force`, `check_limit`.
  body: Type.Object({ quota: Type.Record(Type.String(), Type.Unknown()) }),
  replies: { 200: Quota },
})

export const deleteQuota = operation({
  id: 'quotas.delete',
  method: 'DELETE',
  path: one,
  summary: 'Give a project the limits of those of which nothing was said',
  rule: 'delete_quota',
  on: path,
  replies: { 204: empty },
  errors: ['TenantQuotaNotFound'],
})

/** Quotas always exist and are identified by project. */
const { create: _set, ...notifications } = resourceNotifications('quota', { whenDeleted: 'id' })
export const quotaNotifications = notifications
