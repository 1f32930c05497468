import type { FilterRule, GroupMembers, MembersChange, WiredPort } from '@nimbo/contracts/network/agent-rpc'
import { versionOf } from '@nimbo/ip/ip'
import type { LetIn } from '../driver/network-agent-driver.ts'

/** What an agent knows of the members of security groups that rules of its ports let in. */
export interface MembersBook {
  /** What is known, for the server to leave it out. */
  known(): { readonly id: string; readonly digest: string }[]
  learn(members: readonly GroupMembers[]): void
  /**
   * Takes a difference in. `changed`: rules that name the group let in others now. `lost`: something was missed between, so
   * that the group is forgotten and must be asked for.
   */
  change(change: MembersChange): 'changed' | 'lost' | 'same'
  /** The port with the members in its rules, which name their groups all the same. */
  spelled(port: WiredPort): WiredPort
  /** Whom rules that name these groups let in now. */
  letIn(groupIds: Iterable<string>): LetIn[]
  /** Forgets the groups that none of these ports names. */
  keepOnly(ports: Iterable<WiredPort>): void
}

interface Known {
  readonly digest: string
  /** By IP version. */
  readonly prefixes: Readonly<Record<4 | 6, readonly string[]>>
}

const nobody: Known['prefixes'] = { 4: [], 6: [] }

/** The groups whose members a port's rules let in. */
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

export const membersBook = (): MembersBook => {
  const groups = new Map<string, Known>()

  const prefixesOf = (id: string): Known['prefixes'] => groups.get(id)?.prefixes ?? nobody

  const spelledRule = (rule: FilterRule): FilterRule => {
    if (rule.remoteGroup === undefined) return rule
    // Drivers only read them: all ports of a group share one list.
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
