import { securityGroupOperations } from '@nimbo/contracts/network/security-group'
import { securityGroupRuleOperations } from '@nimbo/contracts/network/security-group-rule'
import type { Clients } from '../../resource-type/clients.ts'
import { present } from '../../resource-type/present.ts'

interface GivenRule {
  readonly direction: 'ingress' | 'egress'
  readonly ethertype: 'IPv4' | 'IPv6'
  readonly protocol?: string
  readonly port_range_min?: number
  readonly port_range_max?: number
  readonly remote_mode: 'remote_ip_prefix' | 'remote_group_id'
  readonly remote_group_id?: string
  readonly remote_ip_prefix?: string
  readonly description?: string
}

const ruleOf = (group: string, { remote_mode, remote_group_id, remote_ip_prefix, ...rule }: GivenRule) =>
  present({
    ...rule,
    security_group_id: group,
    // A remote group rule without a group refers to its own group.
    ...(remote_mode === 'remote_group_id'
      ? { remote_group_id: remote_group_id ?? group }
      : { remote_ip_prefix }),
  })

const comparedAttributes = ['direction', 'ethertype', 'protocol', 'port_range_min', 'port_range_max'] as const
const besides = ['remote_ip_prefix', 'remote_group_id', 'description'] as const

type Rule = Partial<Record<(typeof comparedAttributes)[number] | (typeof besides)[number], unknown>>

const keyOf = (rule: Rule): string =>
  JSON.stringify([...comparedAttributes, ...besides].map((name) => rule[name] ?? null))

/** The egress rules of a group whose template has none: all egress is allowed. */
const letOut = (given: readonly GivenRule[]): readonly GivenRule[] =>
  given.some(({ direction }) => direction === 'egress')
    ? []
    : (['IPv4', 'IPv6'] as const).map((ethertype) => ({
        direction: 'egress',
        ethertype,
        remote_mode: 'remote_ip_prefix',
      }))

/** Replaces the rules of a group by exactly these. */
export const replaceRules = async (
  { network }: Clients,
  security_group_id: string,
  given: readonly GivenRule[],
): Promise<void> => {
  const path = { security_group_id }
  const { security_group } = await network.call(securityGroupOperations.show, { path })
  const wanted = [...given, ...letOut(given)].map((rule) => ruleOf(security_group_id, rule))
  const standing = security_group.security_group_rules ?? []
  const wantedKeys = new Set(wanted.map(keyOf))
  const standingKeys = new Set(
    standing.map((rule) => keyOf({ ...rule, description: rule.description || null })),
  )
  for (const rule of standing)
    if (!wantedKeys.has(keyOf({ ...rule, description: rule.description || null })))
      await network.call(securityGroupRuleOperations.delete, { path: { security_group_rule_id: rule.id } })
  for (const rule of wanted)
    if (!standingKeys.has(keyOf(rule)))
      await network.call(securityGroupRuleOperations.create, { body: { security_group_rule: rule } })
}
