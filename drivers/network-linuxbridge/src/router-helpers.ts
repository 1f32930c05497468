import type { RunRouter } from '@nimbo/network/driver/runs-routers'

const table = 'ip nimbo_helpers'

type Helper = RunRouter['helpers'][number]

/** The name encodes everything about a helper, so comparing names is enough. */
const nameOf = ({ helper, protocol, port }: Helper): string => `${helper}_${protocol}_${port}`

const found = (listing: string): string[] => {
  const { nftables } = JSON.parse(listing) as { nftables: { 'ct helper'?: { name: string } }[] }
  return nftables.flatMap((each) => each['ct helper']?.name ?? [])
}

const addition = (each: Helper): string[] => [
  `add ct helper ${table} ${nameOf(each)} { type "${each.helper}" protocol ${each.protocol}; l3proto ip; }`,
  `add rule ${table} assign ${each.protocol} dport ${each.port} ct helper set "${nameOf(each)}"`,
]

/**
 * Lines for `nft -f` that make a router use the wanted conntrack helpers, given `nft -j list ruleset`; empty when
 * nothing changes. Connections that have a helper already keep it.
 */
export const helperChanges = ({ helpers }: Pick<RunRouter, 'helpers'>, listing: string): string => {
  const before = new Set(found(listing))
  const wanted = new Set(helpers.map(nameOf))
  if (before.size === wanted.size && [...wanted].every((name) => before.has(name))) return ''
  return [
    `add table ${table}`,
    `delete table ${table}`,
    ...(helpers.length === 0
      ? []
      : [
          `add table ${table}`,
          `add chain ${table} assign { type filter hook prerouting priority -150; policy accept; }`,
          ...helpers.flatMap(addition),
        ]),
    '',
  ].join('\n')
}
