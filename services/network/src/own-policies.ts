import type { PolicyRule } from '@nimbo/policy/policy-rule'

/** Policy rules of operations that Neutron does not have. */
export const ownPolicies = [
  {
    name: 'nimbo-audit:look',
    check: 'role:admin',
    scopeTypes: ['project'],
    operations: [{ method: 'GET', path: '/nimbo-audit' }],
  },
  {
    name: 'nimbo-audit:repair',
    check: 'role:admin',
    scopeTypes: ['project'],
    operations: [{ method: 'POST', path: '/nimbo-audit' }],
  },
] as const satisfies readonly PolicyRule[]
