import { nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { given, ownProject } from '@nimbo/operation/target'
import { since } from '@nimbo/operation/windows'
import { type Static, Type } from 'typebox'
import { NextLink } from './links.ts'
import { strictFrom275, text } from './query.ts'

const ServerUsage = view({
  instance_id: Type.String(),
  name: Type.String(),
  tenant_id: Type.String(),
  flavor: Type.String(),
  vcpus: Type.Integer(),
  memory_mb: Type.Integer(),
  local_gb: Type.Integer(),
  hours: Type.Number(),
  state: Type.String(),
  started_at: Type.String(),
  ended_at: nullable(Type.String()),
  /** In seconds, until its end or now. */
  uptime: Type.Integer(),
})

const TenantUsage = view({
  tenant_id: Type.String(),
  start: Type.String(),
  stop: Type.String(),
  total_hours: Type.Number(),
  total_vcpus_usage: Type.Number(),
  total_memory_mb_usage: Type.Number(),
  total_local_gb_usage: Type.Number(),
  server_usages: Type.Optional(Type.Array(ServerUsage)),
})
export type TenantUsageView = Static<typeof TenantUsage>

const period = { start: text, end: text, limit: since('2.40', text), marker: since('2.40', text) }

export const listTenantUsages = operation({
  id: 'tenant-usages.list',
  method: 'GET',
  path: '/os-simple-tenant-usage',
  summary: 'List what projects used in a period, by the hours that their servers lived',
  rule: 'os_compute_api:os-simple-tenant-usage:list',
  on: ownProject,
  query: strictFrom275({ ...period, detailed: text }),
  replies: {
    200: view({ tenant_usages: Type.Array(TenantUsage), tenant_usages_links: since('2.40', NextLink) }),
  },
  errors: ['MarkerNotFound'],
})

export const showTenantUsage = operation({
  id: 'tenant-usages.show',
  method: 'GET',
  path: '/os-simple-tenant-usage/{tenant_id}',
  summary: 'Show what a project used in a period, server by server',
  rule: 'os_compute_api:os-simple-tenant-usage:show',
  on: given,
  query: strictFrom275(period),
  replies: {
    200: view({
      // Empty for a project without usage.
      tenant_usage: Type.Union([TenantUsage, view({})]),
      tenant_usage_links: since('2.40', NextLink),
    }),
  },
  errors: ['MarkerNotFound'],
})
