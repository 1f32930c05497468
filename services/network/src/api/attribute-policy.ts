import { ruleOf } from '@nimbo/contracts/network/crud'
import { own } from '@nimbo/kernel/own'
import type { Kind } from '@nimbo/resource/describe/kind'
import type { Allows } from '@nimbo/resource/describe/view'
import { errors } from '../errors.ts'
import { ruleNames } from '../policies.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Policy rules for one attribute of an action and for the fields of its items, such as
 * `create_port:fixed_ips:ip_address`.
 */
const rulesFor = (action: string, attribute: string, value: unknown): string[] => {
  const own = `${action}:${attribute}`
  const items = Array.isArray(value) ? value : [value]
  const members = items.flatMap((item) =>
    typeof item === 'object' && item !== null ? Object.keys(item) : [],
  )
  return [own, ...new Set(members.map((member) => `${own}:${member}`))].filter((rule) => ruleNames.has(rule))
}

const isDefault = ({ attributes }: Kind, name: string, value: unknown): boolean => {
  const usual = own(attributes, name)?.options.default
  if (typeof usual !== 'object' || usual === null) return usual === value
  return JSON.stringify(usual) === JSON.stringify(value)
}

/**
 * Throws unless policy allows the action with every given attribute. On create, an attribute given with its default
 * value needs no permission.
 */
export const enforceWithAttributes = (
  allows: Allows,
  kind: Kind,
  verb: 'create' | 'update',
  given: Values,
  target: Values,
): void => {
  const action = ruleOf(verb, kind)
  const asked = Object.entries(given).filter(
    ([name, value]) => verb === 'update' || !isDefault(kind, name, value),
  )
  const rules = [action, ...asked.flatMap(([name, value]) => rulesFor(action, name, value))]
  if (rules.every((rule) => allows(rule, target))) return
  // All rules as one nested condition, because the text of the 403 names them so.
  const [first = '', ...rest] = rules.map((rule) => `rule:${rule}`)
  throw errors.PolicyNotAuthorized({ rules: rest.reduce((whole, rule) => `(${whole} and ${rule})`, first) })
}
