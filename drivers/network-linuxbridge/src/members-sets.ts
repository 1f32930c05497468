import type { LetIn, WiredPort } from '@nimbo/network/driver/network-agent-driver'

type Version = 4 | 6

/** The set that has a group's members of one IP version. */
export const membersSet = (groupId: string, version: Version): string =>
  `members_${groupId.replaceAll('-', '_')}_${version}`

interface Members {
  readonly groupId: string
  readonly version: Version
  readonly prefixes: readonly string[]
}

/** Whom the rules of a port let in by the groups they name. */
export const membersNamedBy = ({ rules }: WiredPort): Members[] =>
  rules.flatMap(({ remoteGroup: groupId, version, prefixes }) =>
    groupId === undefined ? [] : [{ groupId, version, prefixes: prefixes ?? [] }],
  )

export const membersOf = ({ groupId, prefixes }: LetIn): Members[] =>
  ([4, 6] as const).map((version) => ({ groupId, version, prefixes: prefixes[version] }))

/** The script that makes sets as they are to be, and the groups that have fewer members by it. */
interface SetChanges {
  readonly script: string
  readonly left: ReadonlySet<string>
}

/**
 * Members of groups, in sets that the rules of all ports share: who comes or goes is one element, however many ports let
 * the group in.
 */
export const membersSets = (table: string) => {
  const known = new Map<string, readonly string[]>()

  const elements = (verb: 'add' | 'delete', name: string, addresses: Iterable<string>): string[] => {
    const all = [...addresses]
    return all.length === 0 ? [] : [`${verb} element bridge ${table} ${name} { ${all.join(', ')} }`]
  }

  /** What was there before this began is not known, and replaced whole. */
  const anew = (name: string, { version, prefixes }: Members): string[] => [
    `add set bridge ${table} ${name} { type ${version === 4 ? 'ipv4_addr' : 'ipv6_addr'}; }`,
    `flush set bridge ${table} ${name}`,
    ...elements('add', name, new Set(prefixes)),
  ]

  return {
    changes: (wanted: readonly Members[]): SetChanges => {
      const left = new Set<string>()
      const lines = wanted.flatMap((members) => {
        const name = membersSet(members.groupId, members.version)
        const before = known.get(name)
        // All ports of a group share one list, which is not looked through for each.
        if (before === members.prefixes) return []
        known.set(name, members.prefixes)
        if (!before) return anew(name, members)
        const gone = new Set(before).difference(new Set(members.prefixes))
        const come = new Set(members.prefixes).difference(new Set(before))
        if (gone.size > 0) left.add(members.groupId)
        return [...elements('delete', name, gone), ...elements('add', name, come)]
      })
      return { script: lines.map((line) => `${line}\n`).join(''), left }
    },
    isKnown: ({ groupId, version }: Members): boolean => known.has(membersSet(groupId, version)),
    /** What was begun may not have succeeded: what the sets hold is no longer known. */
    forget: (): void => known.clear(),
    /** Takes away the sets that none of these ports names any more. */
    remains: (ports: Iterable<WiredPort>): string => {
      const named = new Set(
        [...ports].flatMap(membersNamedBy).map(({ groupId, version }) => membersSet(groupId, version)),
      )
      const unnamed = [...known.keys()].filter((name) => !named.has(name))
      for (const name of unnamed) known.delete(name)
      return unnamed.map((name) => `delete set bridge ${table} ${name}\n`).join('')
    },
  }
}
