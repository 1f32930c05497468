import { defineEnforcer, type Enforcer } from '@nimbo/policy/enforcer'
import { ownPolicies } from './own-policies.ts'
import { policies as neutronPolicies } from './policies.generated.ts'

/** All default policy rules. */
export const policies = [...neutronPolicies, ...ownPolicies]

/**
 * The rules that have a default. An attribute without a rule may be set and seen by anyone who may do so with the
 * resource.
 */
export const ruleNames: ReadonlySet<string> = new Set(policies.map(({ name }) => name))

/** The service's policy enforcer: the default rules, overridden by the operator's `policy.yaml`. */
export const networkEnforcer = (policyYaml: string | undefined): Enforcer =>
  defineEnforcer({ defaults: policies, policyYaml })
