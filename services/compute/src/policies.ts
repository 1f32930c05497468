import { defineEnforcer, type Enforcer } from '@nimbo/policy/enforcer'
import { ownPolicies } from './own-policies.ts'
import { policies as novaPolicies } from './policies.generated.ts'

/** Every default rule. */
export const policies = [...novaPolicies, ...ownPolicies]

/** Compute's judge: the default rules, and over them those of the operator's `policy.yaml`. */
export const computeEnforcer = (policyYaml: string | undefined): Enforcer =>
  defineEnforcer({
    defaults: policies,
    policyYaml,
  })
