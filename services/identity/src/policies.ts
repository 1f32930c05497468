import { defineEnforcer, type Enforcer } from '@nimbo/policy/enforcer'
import { policies } from './policies.generated.ts'

/** Identity's judge: the default rules, and over them those of the operator's `policy.yaml`. */
export const identityEnforcer = (policyYaml: string | undefined): Enforcer =>
  defineEnforcer({
    defaults: policies,
    policyYaml,
  })
