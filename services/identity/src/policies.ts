import { defineEnforcer, type Enforcer } from '@nimbo/policy/enforcer'
import { policies } from './policies.generated.ts'

/** Identity's policy enforcer: the default rules, overridden by the operator's `policy.yaml`. */
export const identityEnforcer = (policyYaml: string | undefined): Enforcer =>
  defineEnforcer({
    defaults: policies,
    policyYaml,
  })
