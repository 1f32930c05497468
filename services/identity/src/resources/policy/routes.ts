import { policy, policyOperations } from '@nimbo/contracts/identity/policies'
import { plainRoutes } from '../../api/plain-routes.ts'

export const policyRoutes = plainRoutes({
  kind: policy,
  operations: policyOperations,
  id: 'policy_id',
  filters: { type: 'text' },
  useCases: (app) => app.policies,
})
