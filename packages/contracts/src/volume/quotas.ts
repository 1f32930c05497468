import { empty, exact, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { path as onPath, ownProject } from '@nimbo/operation/target'
import { since } from '@nimbo/operation/windows'
import { Type } from 'typebox'
import { text } from './words.ts'

const path = '/os-quota-sets/{project_id}'
const Given = Type.Record(Type.String(), nullable(Type.Union([Type.Number(), Type.String()])), {
  minProperties: 1,
})
const Limit = Type.Union([
  Type.Integer(),
  view({ limit: Type.Integer(), in_use: Type.Integer(), reserved: Type.Integer() }),
])
/** Limits by resource; with usage on request. */
const QuotaSet = Type.Record(Type.String(), Type.Union([Limit, Type.String()]))
const shown = { 200: view({ quota_set: QuotaSet }) }

export const showQuotas = operation({
  id: 'quotas.show',
  method: 'GET',
  path,
  variants: ['?usage=true'],
  summary: 'Show the quotas of a project',
  rule: 'volume_extension:quotas:show',
  on: onPath,
  query: Type.Object({ usage: text }),
  replies: shown,
})

export const showDefaultQuotas = operation({
  id: 'quotas.show_defaults',
  method: 'GET',
  path: '/os-quota-sets/{project_id}/defaults',
  summary: 'Show the quotas of projects that have none of their own',
  rule: 'volume_extension:quotas:show',
  on: onPath,
  replies: shown,
})

export const updateQuotas = operation({
  id: 'quotas.update',
  method: 'PUT',
  path,
  summary: 'Set quotas of a project',
  rule: 'volume_extension:quotas:update',
  on: onPath,
  query: Type.Object({ skip_validation: text }),
  body: Type.Object({
    quota_set: Given,
  }),
  replies: shown,
})

export const deleteQuotas = operation({
  id: 'quotas.delete',
  method: 'DELETE',
  path,
  summary: 'Give a project the default quotas',
  rule: 'volume_extension:quotas:delete',
  on: onPath,
  replies: { 200: empty },
})

const quotaClass = '/os-quota-class-sets/{quota_class_name}'
const shownClass = {
  200: view({ quota_class_set: Type.Record(Type.String(), Type.Union([Type.Integer(), Type.String()])) }),
}

export const showQuotaClass = operation({
  id: 'quota_classes.show',
  method: 'GET',
  path: quotaClass,
  summary: 'Show the limits of a class of projects',
  rule: 'volume_extension:quota_classes:get',
  on: onPath,
  replies: shownClass,
})

export const updateQuotaClass = operation({
  id: 'quota_classes.update',
  method: 'PUT',
  path: quotaClass,
  summary: 'Set limits of a class of projects',
  rule: 'volume_extension:quota_classes:update',
  on: onPath,
  body: Type.Object({ quota_class_set: Given }, exact),
  replies: shownClass,
})

const amounts = [
  'maxTotalVolumes',
  'maxTotalVolumeGigabytes',
  'maxTotalSnapshots',
  'maxTotalBackups',
  'maxTotalBackupGigabytes',
  'totalVolumesUsed',
  'totalGigabytesUsed',
  'totalSnapshotsUsed',
  'totalBackupsUsed',
  'totalBackupGigabytesUsed',
] as const

export const showLimits = operation({
  id: 'limits.show',
  method: 'GET',
  path: '/limits',
  summary: 'Show what a project may have, and has',
  rule: 'limits_extension:used_limits',
  on: ownProject,
  query: Type.Object({ project_id: since('3.39', text) }),
  replies: {
    200: view({
      limits: view({
        rate: Type.Array(Type.Unknown()),
        absolute: view(Object.fromEntries(amounts.map((name) => [name, Type.Integer()]))),
      }),
    }),
  },
})
