import type { PolicyRule } from '@nimbo/policy/policy-rule'

const rule = (name: string, method: string): PolicyRule => ({
  name,
  check: 'role:member',
  scopeTypes: ['project'],
  operations: [{ method, path: '/v1/memos' }],
})

export const policies = [rule('memo:create', 'POST'), rule('memo:index', 'GET')]
