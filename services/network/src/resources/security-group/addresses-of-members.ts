import type { Port } from '@nimbo/contracts/network/port'
import { prepared } from '@nimbo/db/prepared'
import { outermost, soleAddress } from '@nimbo/ip/ip'
import { grouped } from '@nimbo/resource/rows/grouped'
import type { Db } from '../../tables.ts'

interface InGroups {
  readonly groupIds: readonly string[]
}

const findFixedIps = prepared((db: Db, { groupIds }: InGroups) =>
  db
    .selectFrom('port_security_groups')
    .innerJoin('fixed_ips', 'fixed_ips.port_id', 'port_security_groups.port_id')
    .select(['security_group_id', 'ip_address'])
    .where('security_group_id', 'in', groupIds)
    .orderBy('ip_address'),
)

const findPairs = prepared((db: Db, { groupIds }: InGroups) =>
  db
    .selectFrom('port_security_groups')
    .innerJoin('ports', 'ports.id', 'port_security_groups.port_id')
    .select(['security_group_id', 'allowed_address_pairs'])
    .where('security_group_id', 'in', groupIds)
    .where('allowed_address_pairs', '<>', '[]')
    .orderBy('ports.id'),
)

/** What address pairs name: single addresses as such, and networks, without those inside of others. */
const inPairs = (texts: readonly string[]): string[] => {
  const named = texts.flatMap((text) => {
    const pairs: Port['allowed_address_pairs'] = JSON.parse(text)
    return pairs.map(({ ip_address: text }) => ({ text, address: soleAddress(text) }))
  })
  const networks = named.flatMap(({ text, address }) => (address === undefined ? [text] : []))
  return [...named.flatMap(({ address }) => address ?? []), ...outermost(networks)]
}

/**
 * The addresses and networks from which the ports in each of these groups may send, each once and in the same order at every
 * call: their fixed IPs, then those of their `allowed_address_pairs`, which Neutron counts among a remote group's members.
 */
export const addressesOfMembers = async (
  db: Db,
  groupIds: readonly string[],
): Promise<Map<string, string[]>> => {
  if (groupIds.length === 0) return new Map()
  const fixed = grouped(
    await findFixedIps(db, { groupIds }),
    ({ security_group_id }) => security_group_id,
    ({ ip_address }) => ip_address,
  )
  const pairs = grouped(
    await findPairs(db, { groupIds }),
    ({ security_group_id }) => security_group_id,
    ({ allowed_address_pairs }) => allowed_address_pairs,
  )
  for (const [id, texts] of pairs) fixed.set(id, [...new Set([...(fixed.get(id) ?? []), ...inPairs(texts)])])
  return fixed
}
