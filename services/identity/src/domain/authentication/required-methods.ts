import type { JsonObject } from '@nimbo/kernel/json'
import { loginMethods } from '@nimbo/contracts/identity/tokens'

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')

/**
 * Whether a login used all methods of at least one of the user's multi-factor rules. Methods that this cloud does not support are
 * ignored; a rule with no other methods is ignored altogether.
 */
export const satisfiesRules = (options: JsonObject, methods: readonly string[]): boolean => {
  const asked = requiredMethods(options)
  return asked.length === 0 || asked.some((rule) => rule.every((method) => methods.includes(method)))
}

/** The user's multi-factor rules, without methods that this cloud does not support; empty if one method is enough. */
export const requiredMethods = (options: JsonObject): readonly (readonly string[])[] => {
  const { multi_factor_auth_enabled: enabled, multi_factor_auth_rules: rules } = options
  if (enabled === false || !Array.isArray(rules)) return []
  const possible: readonly string[] = loginMethods
  return rules
    .filter(isTexts)
    .map((rule) => rule.filter((method) => possible.includes(method)))
    .filter((rule) => rule.length > 0)
}
