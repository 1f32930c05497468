import type { ServerId } from '@nimbo/kernel/ids'
import type { Kysely } from 'kysely'
import type { CellTables } from '../db/schema/cell-tables.ts'
import { type NumaClaim, numaClaims } from '../db/servers/numa-claims.ts'
import type { ConductorDeps } from './conductor-deps.ts'
import { movingOn } from './moving-on.ts'

/**
 * The places in the NUMA cells of a starting host. Deletes the records of servers that left while the host was away: of
 * deleted servers, and of those that no open migration may bring back.
 */
export const numaPlacesOn = async (
  { clock }: Pick<ConductorDeps, 'clock'>,
  cell: Kysely<CellTables>,
  host: string,
  here: ReadonlySet<string>,
): Promise<
  readonly (Pick<NumaClaim, 'holderId' | 'node' | 'topology'> & { readonly serverId: ServerId })[]
> => {
  const claims = await numaClaims(cell).onHost(host)
  if (claims.length === 0) return []
  const moving = await movingOn(cell, clock, host)
  const kept = claims.filter(({ holderId }) => here.has(holderId) || moving.has(holderId))
  for (const { holderId } of claims)
    if (!here.has(holderId) && !moving.has(holderId)) await numaClaims(cell).remove(host, holderId)
  return kept.map(({ holderId, serverId, node, topology }) => ({
    ...{ holderId, node, topology },
    serverId: serverId as ServerId,
  }))
}
