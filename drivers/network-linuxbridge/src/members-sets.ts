import type { LetIn, WiredPort } from '@nimbo/network/driver/network-agent-driver'

type Version = 4 | 6

/** The name of the nftables set with a group's members of one IP version. */
export const membersSet = (groupId: string, version: Version): string =>
  `members_${groupId.replaceAll('-', '_')}_${version}`

interface Members {
  readonly groupId: string
  readonly version: Version
  readonly prefixes: readonly string[]
}

/** The remote groups named by a port's rules, with their members. */
export const membersNamedBy = ({ rules }: Pick<WiredPort, 'rules'>): Members[] =>
  rules.flatMap(({ remoteGroup: groupId, version, prefixes }) =>
    groupId === undefined ? [] : [{ groupId, version, prefixes: prefixes ?? [] }],
  )

export const membersOf = ({ groupId, prefixes }: LetIn): Members[] =>
  ([4, 6] as const).map((version) => ({ groupId, version, prefixes: prefixes[version] }))

/** The script that updates the sets, and the groups that lost members. */
interface SetChanges {
  readonly script: string
  readonly left: ReadonlySet<string>
}

/**
 * Sets of security group members, shared by the rules of all ports: a member that joins or leaves changes one element,
 * however many ports have rules about the group.
 */
export const membersSets = (table: string) => {
  const known = new Map<string, readonly string[]>()
  /** Sets whose content in the kernel may not be what is known of them. */
  const doubtful = new Set<string>()

  const elements = (verb: 'add' | 'delete', name: string, addresses: Iterable<string>): string[] => {
    const all = [...addresses]
    return all.length === 0 ? [] : [`${verb} element bridge ${table} ${name} { ${all.join(', ')} }`]
  }

  /** The content left by an earlier process is unknown, so the set is replaced as a whole. */
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
        const isDoubtful = doubtful.delete(name)
        // All ports of a group share the same array: if it is identical, there is nothing to compare.
        if (before === members.prefixes && !isDoubtful) return []
        known.set(name, members.prefixes)
        if (!before) return anew(name, members)
        const gone = new Set(before).difference(new Set(members.prefixes))
        const come = new Set(members.prefixes).difference(new Set(before))
        if (gone.size > 0) left.add(members.groupId)
        if (isDoubtful) return anew(name, members)
        return [...elements('delete', name, gone), ...elements('add', name, come)]
      })
      return { script: lines.map((line) => `${line}\n`).join(''), left }
    },
    isKnown: ({ groupId, version }: Members): boolean => known.has(membersSet(groupId, version)),
    /**
     * Returns a function that forgets changes from now on; to be called when `nft` failed. The content of the sets is unknown then,
     * but who has left them is still to be told.
     */
    mark: (): (() => void) => {
      const before = [...known]
      return () => {
        known.clear()
        for (const [name, prefixes] of before) known.set(name, prefixes)
        for (const name of known.keys()) doubtful.add(name)
      }
    },
    /** The lines that delete the sets which none of these rules name. */
    remains: (naming: Iterable<Pick<WiredPort, 'rules'>>): string => {
      const named = new Set(
        [...naming].flatMap(membersNamedBy).map(({ groupId, version }) => membersSet(groupId, version)),
      )
      const unnamed = [...known.keys()].filter((name) => !named.has(name))
      for (const name of unnamed) {
        known.delete(name)
        doubtful.delete(name)
      }
      return unnamed.map((name) => `delete set bridge ${table} ${name}\n`).join('')
    },
  }
}
