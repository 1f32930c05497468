import type { PlainNetwork } from '@nimbo/contracts/network/network'
import type { Inside } from '../../app/deps.ts'
import type { Db } from '../../tables.ts'
import { errors } from './errors.ts'

/** The external network that projects are joined with that name none. */
export const defaultExternalNetwork = async (db: Db, except = ''): Promise<string | undefined> => {
  const row = await db
    .selectFrom('networks')
    .select('id')
    .where('router_external', '=', 1)
    .where('is_default', '=', 1)
    .where('id', '<>', except)
    .orderBy('id')
    .executeTakeFirst()
  return row?.id
}

/** Refuses a second external network that is the default one. */
export const keepOneDefaultNetwork = async ({ db }: Inside, network: PlainNetwork): Promise<void> => {
  if (!network.is_default || !network['router:external']) return
  const other = await defaultExternalNetwork(db, network.id)
  if (other !== undefined) throw errors.DefaultExternalNetworkExists({ networkId: other })
}
