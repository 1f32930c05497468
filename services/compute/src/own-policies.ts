import type { PolicyRule } from '@nimbo/policy/policy-rule'

/** Policy rules of operations that Nova does not have. */
export const ownPolicies = [
  {
    name: 'os_compute_api:nimbo-audit:look',
    check: 'rule:context_is_admin',
    scopeTypes: ['project'],
    operations: [{ method: 'GET', path: '/nimbo-audit' }],
  },
  {
    name: 'os_compute_api:nimbo-audit:repair',
    check: 'rule:context_is_admin',
    scopeTypes: ['project'],
    operations: [{ method: 'POST', path: '/nimbo-audit' }],
  },
] as const satisfies readonly PolicyRule[]
