import type { LetIn, WiredPort } from '@nimbo/network/driver/network-agent-driver'

type Version = 4 | 6

/**
 * Single addresses are in a set that finds them by their hash. Networks need one of ranges, which nft reads as a whole at every
 * change, so it holds nothing else.
 */
const kinds = ['members', 'networks'] as const
type Kind = (typeof kinds)[number]

const kindOf = (prefix: string): Kind => (prefix.includes('/') ? 'networks' : 'members')

const setOf = (kind: Kind, groupId: string, version: Version): string =>
  `${kind}_${groupId.replaceAll('-', '_')}_${version}`

/** The names of the nftables sets with a group's members of one IP version. */
export const setsOfMembers = (groupId: string, version: Version): string[] =>
  kinds.map((kind) => setOf(kind, groupId, version))

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
  const known = new Map<string, Members>()
  /** Groups whose sets in the kernel may not hold what is known of them. */
  const doubtful = new Set<string>()

  const keyOf = ({ groupId, version }: Members): string => `${groupId} ${version}`

  const elements = (
    verb: 'add' | 'delete',
    { groupId, version }: Members,
    prefixes: ReadonlySet<string>,
  ): string[] =>
    [...Map.groupBy(prefixes, kindOf)].map(
      ([kind, some]) =>
        `${verb} element bridge ${table} ${setOf(kind, groupId, version)} { ${some.join(', ')} }`,
    )

  /** The content left by an earlier process is unknown, so the sets are replaced as a whole. */
  const anew = (members: Members): string[] => {
    const type = members.version === 4 ? 'ipv4_addr' : 'ipv6_addr'
    const sets = kinds.flatMap((kind) => {
      const name = setOf(kind, members.groupId, members.version)
      const flags = kind === 'networks' ? ' flags interval;' : ''
      return [
        `add set bridge ${table} ${name} { type ${type};${flags} }`,
        `flush set bridge ${table} ${name}`,
      ]
    })
    return [...sets, ...elements('add', members, new Set(members.prefixes))]
  }

  return {
    changes: (wanted: readonly Members[]): SetChanges => {
      const left = new Set<string>()
      const lines = wanted.flatMap((members) => {
        const key = keyOf(members)
        const before = known.get(key)
        const isDoubtful = doubtful.delete(key)
        // All ports of a group share the same array: if it is identical, there is nothing to compare.
        if (before?.prefixes === members.prefixes && !isDoubtful) return []
        known.set(key, members)
        if (!before) return anew(members)
        const gone = new Set(before.prefixes).difference(new Set(members.prefixes))
        const come = new Set(members.prefixes).difference(new Set(before.prefixes))
        if (gone.size > 0) left.add(members.groupId)
        if (isDoubtful) return anew(members)
        return [...elements('delete', members, gone), ...elements('add', members, come)]
      })
      return { script: lines.map((line) => `${line}\n`).join(''), left }
    },
    isKnown: (members: Members): boolean => known.has(keyOf(members)),
    /**
     * Returns a function that forgets changes from now on; to be called when `nft` failed. The content of the sets is unknown then,
     * but who has left them is still to be told.
     */
    mark: (): (() => void) => {
      const before = [...known]
      return () => {
        known.clear()
        for (const [key, members] of before) known.set(key, members)
        for (const key of known.keys()) doubtful.add(key)
      }
    },
    /** The lines that delete the sets which none of these rules name. */
    remains: (naming: Iterable<Pick<WiredPort, 'rules'>>): string => {
      const named = new Set([...naming].flatMap(membersNamedBy).map(keyOf))
      const unnamed = [...known].filter(([key]) => !named.has(key))
      for (const [key] of unnamed) {
        known.delete(key)
        doubtful.delete(key)
      }
      return unnamed
        .flatMap(([, { groupId, version }]) => setsOfMembers(groupId, version))
        .map((name) => `delete set bridge ${table} ${name}\n`)
        .join('')
    },
  }
}
