import type { FilterRule, GroupMembers, MembersChange, WiredPort } from '@nimbo/contracts/network/agent-rpc'
import { versionOf } from '@nimbo/ip/ip'
import type { LetIn } from '../driver/network-agent-driver.ts'

/** The agent's copy of the members of those security groups that rules of its ports name. */
export interface KnownMembers {
  /** The groups it has, with a digest of their members, so that the server need not send them again. */
  known(): { readonly id: string; readonly digest: string }[]
  learn(members: readonly GroupMembers[]): void
  /**
   * Applies a difference. `changed`: filters that name the group must be updated. `lost`: a change was missed, so the
   * group is forgotten and must be requested again.
   */
  change(change: MembersChange): 'changed' | 'lost' | 'same'
  /** The port, or group, with the members filled into its rules. */
  spelled<Ruled extends Pick<WiredPort, 'rules'>>(ruled: Ruled): Ruled
  /** The current members of these groups. */
  letIn(groupIds: Iterable<string>): LetIn[]
  /** Forgets the groups that none of these ports names. */
  keepOnly(ports: Iterable<WiredPort>): void
}

interface Known {
  readonly digest: string
  /** Keyed by IP version. */
  readonly prefixes: Readonly<Record<4 | 6, readonly string[]>>
}

const nobody: Known['prefixes'] = { 4: [], 6: [] }

/** The remote groups that a port's rules name. */
export const groupsNamedBy = ({ rules }: WiredPort): string[] =>
  rules.flatMap(({ remoteGroup }) => (remoteGroup === undefined ? [] : [remoteGroup]))

const byVersion = (addresses: readonly string[]): Known['prefixes'] => ({
  4: addresses.filter((address) => versionOf(address) === 4),
  6: addresses.filter((address) => versionOf(address) === 6),
})

const differing = (
  { prefixes }: Known,
  { added, removed }: Pick<MembersChange, 'added' | 'removed'>,
): Known['prefixes'] => {
  const gone = new Set(removed)
  const news = byVersion(added)
  const of = (version: 4 | 6): readonly string[] => {
    const left = gone.size === 0 ? prefixes[version] : prefixes[version].filter((one) => !gone.has(one))
    return news[version].length === 0 ? left : [...left, ...news[version]]
  }
  return { 4: of(4), 6: of(6) }
}

export const knownMembers = (): KnownMembers => {
  const groups = new Map<string, Known>()

  const prefixesOf = (id: string): Known['prefixes'] => groups.get(id)?.prefixes ?? nobody

  const spelledRule = (rule: FilterRule): FilterRule => {
    if (rule.remoteGroup === undefined) return rule
    // Drivers must not modify it: all ports of a group share one array.
    const prefixes = prefixesOf(rule.remoteGroup)[rule.version]
    return { ...rule, prefixes: prefixes as string[] }
  }

  return {
    known: () => [...groups].map(([id, { digest }]) => ({ id, digest })),
    learn: (members) => {
      for (const { id, digest, addresses } of members)
        groups.set(id, { digest, prefixes: byVersion(addresses) })
    },
    change: ({ id, before, after, ...difference }) => {
      const known = groups.get(id)
      if (!known || known.digest === after) return 'same'
      if (known.digest !== before) {
        groups.delete(id)
        return 'lost'
      }
      groups.set(id, { digest: after, prefixes: differing(known, difference) })
      return 'changed'
    },
    spelled: (port) => ({ ...port, rules: port.rules.map(spelledRule) }),
    letIn: (groupIds) => [...groupIds].map((groupId) => ({ groupId, prefixes: prefixesOf(groupId) })),
    keepOnly: (ports) => {
      const named = new Set([...ports].flatMap(groupsNamedBy))
      for (const id of groups.keys()) if (!named.has(id)) groups.delete(id)
    },
  }
}
