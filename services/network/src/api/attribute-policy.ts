import { ruleOf } from '@nimbo/contracts/network/crud'
import { own } from '@nimbo/kernel/own'
import type { Kind } from '@nimbo/resource/describe/kind'
import type { Allows } from '@nimbo/resource/describe/view'
import { errors } from '../errors.ts'
import { ruleNames } from '../policies.ts'

type Values = Readonly<Record<string, unknown>>

/** Policy rules for one attribute of an action, and for the fields of its items. */
interface Rules {
  readonly own: readonly string[]
  /** The rules for fields, for example `create_port:fixed_ips:ip_address`. */
  readonly within: readonly string[]
}

const rulesFor = (action: string, attribute: string, value: unknown): Rules => {
  const own = `${action}:${attribute}`
  const items = Array.isArray(value) ? value : [value]
  const members = items.flatMap((item) =>
    typeof item === 'object' && item !== null ? Object.keys(item) : [],
  )
  const known = (rules: readonly string[]) => rules.filter((rule) => ruleNames.has(rule))
  return { own: known([own]), within: known([...new Set(members.map((member) => `${own}:${member}`))]) }
}

const joined = (rules: readonly string[]): string => rules.map((rule) => `rule:${rule}`).join(' and ')

/** The rules of an attribute, as the text of a 403 names them; the rules of fields form a nested condition. */
const told = ({ own, within }: Rules): string => {
  if (within.length === 0) return joined(own)
  return own.length === 0 ? `(${joined(within)})` : `(${joined(own)} and (${joined(within)}))`
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
  const ofAttributes = asked.map(([name, value]) => rulesFor(action, name, value))
  const rules = [action, ...ofAttributes.flatMap(({ own, within }) => [...own, ...within])]
  if (rules.every((rule) => allows(rule, target))) return
  // All rules as one nested condition, because the text of the 403 names them so.
  const conditions = ofAttributes.map(told).filter((condition) => condition !== '')
  throw errors.PolicyNotAuthorized({
    rules: conditions.reduce((whole, condition) => `(${whole} and ${condition})`, `rule:${action}`),
  })
}
