import type { FilterRule, WiredPort } from '@nimbo/network/driver/network-agent-driver'
import { bridgePrefix } from './device-names.ts'

/** Marks packets of connections that an earlier rule accepted, and those among them whose rules changed since. */
const knownMark = '0x10000000'
const staleMark = '0x40000000'
export const isKnown = `meta mark and 0x50000000 == ${knownMark}`

const yearOfNumbers = Date.UTC(2026, 0)

/**
 * Generation numbers start from the current time in seconds, so that a restarted agent never goes back to an older one.
 * Until 2043 they stay below the bits used by local IPs.
 */
const nextAfter = (number: number, nowMs: number): number =>
  Math.max(number + 1, Math.floor((nowMs - yearOfNumbers) / 1000))

const stampScript = (table: string, isOwn: string, number: number): string[] => [
  `flush chain inet ${table} stamped`,
  `add rule inet ${table} stamped ${isOwn} ct direction original ct mark < ${number} ct mark set ${number}`,
]

/**
 * Decides which packets belong to an accepted connection. Every accepted connection carries, per direction, the
 * generation of rules that accepted it; packets of a connection with an older generation than the rules of their port
 * are matched against the rules again.
 */
export const knownScript = (table: string): string[] => [
  `add map inet ${table} changed_4 { type ifname . ipv4_addr : verdict; }`,
  `add map inet ${table} changed_6 { type ifname . ipv6_addr : verdict; }`,
  `add chain inet ${table} known { type filter hook forward priority -10; policy accept; }`,
  `flush chain inet ${table} known`,
  ...['ip saddr', 'ip daddr', 'ip6 saddr', 'ip6 daddr'].map(
    (end) =>
      `add rule inet ${table} known iifname "${bridgePrefix}*" ct state established,related iifname . ${end} vmap @changed_${end.startsWith('ip6') ? 6 : 4}`,
  ),
  `add rule inet ${table} known iifname "${bridgePrefix}*" ct state established,related meta mark set meta mark or ${knownMark}`,
  `add chain inet ${table} stamped { type filter hook postrouting priority 0; policy accept; }`,
]

/** The current generation, parsed from `nft list chain`; 0 when there is none. */
const numberIn = (listing: string): number => Number(/ct mark set (\w+)/.exec(listing)?.[1] ?? 0)

const headOf = ({ direction, version, protocol, portMin, portMax, remoteGroup }: FilterRule): string =>
  [direction, version, protocol, portMin, portMax, remoteGroup].join(' ')

const covers = (after: FilterRule['prefixes'], before: FilterRule['prefixes']): boolean => {
  if (after === null || after === before) return true
  if (before === null) return false
  const left = new Set(after)
  return before.every((prefix) => left.has(prefix))
}

/**
 * Whether `other` accepts everything that `rule` accepted. Members that leave a remote group named by both are handled
 * separately.
 */
const isLikewise = (other: FilterRule, rule: FilterRule): boolean =>
  headOf(other) === headOf(rule) && (rule.remoteGroup !== undefined || covers(other.prefixes, rule.prefixes))

/** Whether the new rules refuse anything that the old ones accepted. */
const isNarrower = (after: readonly FilterRule[], before: readonly FilterRule[]): boolean =>
  before.some((rule) => rule.prefixes?.length !== 0 && !after.some((other) => isLikewise(other, rule)))

/**
 * Equal for filters that {@link isNarrower} need not distinguish: of a remote group's members only matters whether there are any.
 */
const signatureOf = (rules: readonly FilterRule[], groups: readonly string[]): string =>
  [
    groups,
    ...rules.map((rule) => [
      rule.group,
      headOf(rule),
      rule.remoteGroup === undefined ? (rule.prefixes ?? 'all') : rule.prefixes?.length === 0,
    ]),
  ].join('\n')

/** The rules of a port, its own and those of its groups. */
interface Filter {
  readonly rules: readonly FilterRule[]
  readonly groups: readonly string[]
  readonly signature: string
}

const filterOf = (rules: readonly FilterRule[], groups: readonly string[]): Filter => ({
  rules,
  groups,
  signature: signatureOf(rules, groups),
})

/**
 * Remembers the answer for each filter: most ports of a group have the same one, and the time to compare two grows with the
 * square of their number of rules.
 */
const oncePerFilter = <Answer>(answer: (filter: Filter) => Answer): typeof answer => {
  const answers = new Map<string, Answer>()
  return (filter) => {
    const known = answers.get(filter.signature) ?? answer(filter)
    answers.set(filter.signature, known)
    return known
  }
}

interface Place {
  readonly map: string
  readonly key: string
  readonly chain: string
}

const placesOf = ({ addresses, network: { bridge } }: WiredPort): Place[] =>
  addresses.map((address) => ({
    map: `changed_${address.includes(':') ? 6 : 4}`,
    key: `"${bridge}" . ${address}`,
    chain: `since_${bridge}_${address.replaceAll(/[.:]/g, '_')}`,
  }))

/** The filter that was last applied to a port. */
interface Last {
  readonly filter: Filter
  readonly places: Place[]
}

/** Ends established connections when a change of rules no longer allows them, and leaves all others alone. */
export const connectionsOf = (table: string, isOwn: string, found: string, now: () => number) => {
  let number = nextAfter(numberIn(found), now())
  const last = new Map<string, Last>()
  const marked = new Set<string>()

  const forget = (places: readonly Place[]): string[] => {
    number = nextAfter(number, now())
    return [
      ...places.flatMap(({ map, key, chain }) => {
        marked.add(chain)
        return [
          `add chain inet ${table} ${chain}`,
          `flush chain inet ${table} ${chain}`,
          `add rule inet ${table} ${chain} ct mark < ${number} meta mark set meta mark or ${staleMark}`,
          `add element inet ${table} ${map} { ${key} : jump ${chain} }`,
        ]
      }),
      ...stampScript(table, isOwn, number),
    ]
  }

  return {
    /** Returns a function that forgets what is decided from now on; to be called when `nft` failed, so that it is decided again. */
    mark: (): (() => void) => {
      const [lastBefore, markedBefore] = [[...last], [...marked]]
      return () => {
        last.clear()
        for (const [id, filter] of lastBefore) last.set(id, filter)
        marked.clear()
        for (const chain of markedBefore) marked.add(chain)
      }
    },
    begin: (): string => `${stampScript(table, isOwn, number).join('\n')}\n`,
    /** The lines to apply together with a port's new filter. A new port has no connections to end. */
    changes: (port: WiredPort): string => {
      const before = last.get(port.id.slice(0, 11))
      const filter = port.filtered ? filterOf(port.rules, port.groups ?? []) : filterOf([], [])
      const places = placesOf(port)
      last.set(port.id.slice(0, 11), { filter, places })
      if (!before || !port.filtered || filter.signature === before.filter.signature) return ''
      return isNarrower(filter.rules, before.filter.rules) ? `${forget(places).join('\n')}\n` : ''
    },
    /** The lines to apply when the rules of these groups change. */
    regrouped: (changed: ReadonlyMap<string, readonly FilterRule[]>): string => {
      const changeOf = oncePerFilter(({ rules, groups }) => {
        const after = [
          ...rules.filter(({ group }) => group === undefined || !changed.has(group)),
          ...groups.flatMap((group) => changed.get(group) ?? []),
        ]
        return { after: filterOf(after, groups), narrower: isNarrower(after, rules) }
      })
      const narrowed = [...last].flatMap(([id, { filter, places }]) => {
        if (!filter.groups.some((group) => changed.has(group))) return []
        const { after, narrower } = changeOf(filter)
        last.set(id, { filter: after, places })
        return narrower ? places : []
      })
      return narrowed.length === 0 ? '' : `${forget(narrowed).join('\n')}\n`
    },
    /** The lines to apply when members left these groups: rules that name the groups accept less now. */
    left: (groupIds: ReadonlySet<string>): string => {
      const named = ({ remoteGroup }: FilterRule): boolean =>
        remoteGroup !== undefined && groupIds.has(remoteGroup)
      const concerned = [...last.values()].filter(({ filter }) => filter.rules.some(named))
      return concerned.length === 0 ? '' : `${forget(concerned.flatMap(({ places }) => places)).join('\n')}\n`
    },
    /** The lines that remove what a deleted port leaves behind. */
    remains: (portShortId: string): string => {
      const places = (last.get(portShortId)?.places ?? []).filter(({ chain }) => marked.delete(chain))
      last.delete(portShortId)
      return places
        .flatMap(({ map, key, chain }) => [
          `delete element inet ${table} ${map} { ${key} : jump ${chain} }`,
          `flush chain inet ${table} ${chain}`,
          `delete chain inet ${table} ${chain}`,
          '',
        ])
        .join('\n')
    },
  }
}
