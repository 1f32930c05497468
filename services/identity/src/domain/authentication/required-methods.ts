import type { JsonObject } from '@nimbo/kernel/json'
import { loginMethods } from '@nimbo/contracts/identity/tokens'

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')

/**
 * Whether these ways of proving who one is suffice for a user: all that one of the user's rules names. Ways that this cloud does
 * not have can't be asked for; a rule of which nothing is left is none.
 */
export const satisfiesRules = (options: JsonObject, methods: readonly string[]): boolean => {
  const asked = requiredMethods(options)
  return asked.length === 0 || asked.some((rule) => rule.every((method) => methods.includes(method)))
}

/** What a user's rules ask for, as far as this cloud has it; nothing where one proof is enough. */
export const requiredMethods = (options: JsonObject): readonly (readonly string[])[] => {
  const { multi_factor_auth_enabled: enabled, multi_factor_auth_rules: rules } = options
  if (enabled === false || !Array.isArray(rules)) return []
  const possible: readonly string[] = loginMethods
  return rules
    .filter(isTexts)
    .map((rule) => rule.filter((method) => possible.includes(method)))
    .filter((rule) => rule.length > 0)
}
