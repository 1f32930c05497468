import { view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'

const Log = view({
  period_beginning: Type.String(),
  period_ending: Type.String(),
  num_hosts: Type.Integer(),
  num_hosts_done: Type.Integer(),
  num_hosts_running: Type.Integer(),
  num_hosts_not_run: Type.Integer(),
  hosts_not_run: Type.Array(Type.String()),
  total_instances: Type.Integer(),
  total_errors: Type.Integer(),
  overall_status: Type.String(),
  log: Type.Record(
    Type.String(),
    view({
      state: Type.String(),
      instances: Type.Integer(),
      errors: Type.Integer(),
      message: Type.String(),
    }),
  ),
})
export type UsageAuditLogView = Static<typeof Log>

export const listUsageAuditLog = operation({
  id: 'usage-audit-log.list',
  method: 'GET',
  path: '/os-instance_usage_audit_log',
  summary: 'Show how far the hosts came in telling of the last whole period of usage',
  rule: 'os_compute_api:os-instance-usage-audit-log:list',
  on,
  replies: { 200: view({ instance_usage_audit_logs: Log }) },
})

export const showUsageAuditLog = operation({
  id: 'usage-audit-log.show',
  method: 'GET',
  path: '/os-instance_usage_audit_log/{before_timestamp}',
  summary: 'Show how far the hosts came in telling of the last whole period of usage before an instant',
  rule: 'os_compute_api:os-instance-usage-audit-log:show',
  on,
  replies: { 200: view({ instance_usage_audit_log: Log }) },
})
