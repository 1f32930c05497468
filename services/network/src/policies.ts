import { defineEnforcer, type Enforcer } from '@nimbo/policy/enforcer'
import { policies } from './policies.generated.ts'

/** Names of every rule that has a default; an attribute without one may be set and seen by whoever may the resource. */
export const ruleNames: ReadonlySet<string> = new Set(policies.map(({ name }) => name))

export const networkEnforcer = (overrides?: Readonly<Record<string, string>>): Enforcer =>
  defineEnforcer({ defaults: policies, ...(overrides ? { overrides } : {}) })
