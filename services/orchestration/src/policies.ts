import { ownPolicies } from './own-policies.ts'
import { policies as heatPolicies } from './policies.generated.ts'

/** Every default rule. */
export const policies = [...heatPolicies, ...ownPolicies]
