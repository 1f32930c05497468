import { ownPolicies } from './own-policies.ts'
import { policies as heatPolicies } from './policies.generated.ts'

/** All default policy rules. */
export const policies = [...heatPolicies, ...ownPolicies]
