import { defineEnforcer, type Enforcer } from '@nimbo/policy/enforcer'
import { policies } from './policies.generated.ts'

/** Names of every rule that has a default; an attribute without one may be set and seen by whoever may the resource. */
export const ruleNames: ReadonlySet<string> = new Set(policies.map(({ name }) => name))

/** Network's judge: the default rules, and over them those of the operator's `policy.yaml`. */
export const networkEnforcer = (policyYaml: string | undefined): Enforcer =>
  defineEnforcer({ defaults: policies, policyYaml })
