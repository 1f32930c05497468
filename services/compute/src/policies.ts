import { defineEnforcer, type Enforcer } from '@nimbo/policy/enforcer'
import { ownPolicies } from './own-policies.ts'
import { policies as novaPolicies } from './policies.generated.ts'

/** All default rules. */
export const policies = [...novaPolicies, ...ownPolicies]

/** Compute's policy enforcer: the default rules, overridden by the operator's `policy.yaml`. */
export const computeEnforcer = (policyYaml: string | undefined): Enforcer =>
  defineEnforcer({
    defaults: policies,
    policyYaml,
  })
