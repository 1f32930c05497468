import type { Context } from '@nimbo/kernel/context'
import { grouped } from '@nimbo/resource/rows/grouped'
import type { SelectQueryBuilder } from 'kysely'
import type { Deps } from '../app/deps.ts'
import type { NetworkTables } from '../tables.ts'

type BoundPorts = SelectQueryBuilder<
  NetworkTables,
  'ports' | 'networks',
  { readonly id: string; readonly host: string }
>

/** Tells hosts to wire those of their ports again that the query selects. */
export const notifyPorts = async (
  { db, hosts }: Deps,
  ctx: Context,
  narrow: (ports: BoundPorts) => BoundPorts,
): Promise<void> => {
  const bound = db
    .selectFrom('ports')
    .innerJoin('networks', 'networks.id', 'ports.network_id')
    .select(['ports.id as id', 'ports.binding_host_id as host'])
    .where('ports.binding_host_id', '<>', '')
    .orderBy('ports.id')
  const byHost = grouped(
    await narrow(bound).execute(),
    ({ host }) => host,
    ({ id }) => id,
  )
  for (const [host, ids] of byHost) await hosts.portsChanged(ctx, host, ids)
}
