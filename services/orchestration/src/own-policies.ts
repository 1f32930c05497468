import type { PolicyRule } from '@nimbo/policy/policy-rule'

/** Policy rules of operations that Heat does not have. */
export const ownPolicies = [
  {
    name: 'nimbo-audit:look',
    check: 'role:admin',
    scopeTypes: ['project'],
    operations: [{ method: 'GET', path: '/v1/nimbo-audit' }],
  },
  {
    name: 'nimbo-audit:repair',
    check: 'role:admin',
    scopeTypes: ['project'],
    operations: [{ method: 'POST', path: '/v1/nimbo-audit' }],
  },
] as const satisfies readonly PolicyRule[]
