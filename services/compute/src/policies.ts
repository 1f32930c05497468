import { defineEnforcer, type Enforcer } from '@nimbo/policy/enforcer'
import { ownPolicies } from './own-policies.ts'
import { policies } from './policies.generated.ts'

/** Compute's judge: the default rules, and over them those of the operator's `policy.yaml`. */
export const computeEnforcer = (policyYaml: string | undefined): Enforcer =>
  defineEnforcer({
    defaults: [...policies, ...ownPolicies],
    policyYaml,
  })
