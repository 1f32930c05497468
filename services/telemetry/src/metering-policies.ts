import type { PolicyRule } from '@nimbo/policy/policy-rule'

const rule = (name: string, check: string, method: string, path: string): PolicyRule => ({
  ...{ name, check, scopeTypes: ['project'] },
  operations: [{ method, path }],
})

const reader = 'role:reader or rule:context_is_admin'

/** Who may read samples and events; callers who are not administrators see only those of their own project. */
export const policies: readonly PolicyRule[] = [
  { name: 'context_is_admin', check: 'role:admin', scopeTypes: [], operations: [] },
  rule('telemetry:get_meters', reader, 'GET', '/v2/meters'),
  rule('telemetry:get_samples', reader, 'GET', '/v2/samples'),
  rule('telemetry:get_sample', reader, 'GET', '/v2/samples/{sample_id}'),
  rule('telemetry:query_sample', reader, 'POST', '/v2/query/samples'),
  rule('telemetry:compute_statistics', reader, 'GET', '/v2/meters/{meter_name}/statistics'),
  rule('telemetry:create_samples', 'role:member or rule:context_is_admin', 'POST', '/v2/meters/{meter_name}'),
  rule('telemetry:get_resources', reader, 'GET', '/v2/resources'),
  rule('telemetry:get_resource', reader, 'GET', '/v2/resources/{resource_id}'),
  rule('telemetry:events:index', reader, 'GET', '/v2/events'),
  rule('telemetry:events:show', reader, 'GET', '/v2/events/{message_id}'),
  rule('telemetry:get_usage', reader, 'GET', '/v2/usage'),
  rule('telemetry:get_usage:all_projects', 'rule:context_is_admin', 'GET', '/v2/usage'),
]
