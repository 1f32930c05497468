import type { FilterRule, GroupRules, WiredPort } from '@nimbo/network/driver/network-agent-driver'
import { matchesOf } from './rule-match.ts'

const directions = ['egress', 'ingress'] as const

/** The name of the chain with a group's rules of one direction. */
export const groupChain = (groupId: string, direction: FilterRule['direction']): string =>
  `rules_${direction}_${groupId.replaceAll('-', '_')}`

/**
 * Whether a port uses the shared chains of its security groups. A port with logs has its own copy of the rules, since a log line
 * says which port a packet was for.
 */
export const sharesRules = ({ groups, logs, filtered }: WiredPort): boolean =>
  filtered && groups !== undefined && (logs === undefined || logs.length === 0)

/**
 * The rules of security groups, in chains shared by all ports of a group: adding or removing a rule changes one chain, however
 * many ports the group has.
 */
export const groupChains = (table: string, found: readonly string[]) => {
  /** The script that wrote each chain; undefined for chains of an earlier process. */
  const known = new Map<string, string | undefined>(found.map((name) => [name, undefined]))
  const applied = new Map<string, GroupRules>()

  const chainScript = ({ id, rules }: GroupRules, direction: FilterRule['direction']): string => {
    const name = groupChain(id, direction)
    const verdict = direction === 'egress' ? 'goto deliver' : 'accept'
    const lines = [
      `add chain bridge ${table} ${name}`,
      `flush chain bridge ${table} ${name}`,
      ...matchesOf(rules, direction).map((match) => `add rule bridge ${table} ${name} ${match} ${verdict}`),
      '',
    ].join('\n')
    if (known.get(name) === lines) return ''
    known.set(name, lines)
    return lines
  }

  return {
    /** The lines that give the chains of these groups these rules; empty when nothing changes. */
    changes: (groups: readonly GroupRules[]): string => {
      for (const group of groups) applied.set(group.id, group)
      return groups.flatMap((group) => directions.map((direction) => chainScript(group, direction))).join('')
    },
    /** The groups that have chains, with their rules. */
    groups: (): GroupRules[] => [...applied.values()],
    /** To be called when `nft` failed: the content of the chains is unknown then. */
    forget: (): void => {
      for (const name of known.keys()) known.set(name, undefined)
    },
    /** The lines that delete the chains that none of these ports uses. */
    remains: (ports: Iterable<WiredPort>): string => {
      const used = new Set([...ports].filter(sharesRules).flatMap(({ groups = [] }) => groups))
      for (const id of applied.keys()) if (!used.has(id)) applied.delete(id)
      const names = new Set([...used].flatMap((id) => directions.map((each) => groupChain(id, each))))
      const unused = [...known.keys()].filter((name) => !names.has(name))
      for (const name of unused) known.delete(name)
      return unused
        .map((name) => `flush chain bridge ${table} ${name}\ndelete chain bridge ${table} ${name}\n`)
        .join('')
    },
  }
}

/** The groups of ports, with their rules. */
export const groupsOfPorts = (ports: readonly WiredPort[]): GroupRules[] => {
  const groups = new Map<string, GroupRules>()
  for (const port of ports)
    if (sharesRules(port))
      for (const id of port.groups ?? [])
        if (!groups.has(id)) groups.set(id, { id, rules: port.rules.filter(({ group }) => group === id) })
  return [...groups.values()]
}
