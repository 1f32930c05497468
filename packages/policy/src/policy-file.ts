import { parse } from 'yaml'
import { PolicyError } from './policy-error.ts'

/**
 * The deprecated list form, an `or` of `and`s: `[["role:admin"], ["role:member", "user_id:%(user_id)s"]]`. An empty list allows
 * everyone; one of empty lists only has no alternative that could hold, and allows nobody.
 */
const fromLists = (name: string, alternatives: readonly unknown[]): string => {
  const checked = alternatives
    .map((alternative) => (Array.isArray(alternative) ? alternative : [alternative]))
    .filter((checks) => checks.length > 0)
    .map((checks) => `(${checks.map((check) => textOf(name, check)).join(' and ')})`)
  return alternatives.length > 0 && checked.length === 0 ? '!' : checked.join(' or ')
}

const textOf = (name: string, check: unknown): string => {
  if (typeof check === 'string') return check
  throw new PolicyError(`policy rule "${name}" must be text or a list of lists of checks`)
}

/** Parses an operator's `policy.yaml` (or `policy.json`): rule names and checks. An empty file overrides nothing. */
export const loadPolicyFile = (yamlText: string): Record<string, string> => {
  const content: unknown = readYaml(yamlText)
  if (content === null) return {}
  if (typeof content !== 'object' || Array.isArray(content)) {
    throw new PolicyError('a policy file must map rule names to checks')
  }
  return Object.fromEntries(
    Object.entries(content).map(([name, check]) => [
      name,
      Array.isArray(check) ? fromLists(name, check) : textOf(name, check),
    ]),
  )
}

const readYaml = (text: string): unknown => {
  try {
    return parse(text)
  } catch (error) {
    throw new PolicyError(`the policy file is not YAML: ${error instanceof Error ? error.message : error}`)
  }
}
