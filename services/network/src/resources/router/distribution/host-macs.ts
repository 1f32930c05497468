import type { Deps } from '../../../app/deps.ts'
import { newMacAddress } from '../../port/mac-address.ts'

const attempts = 16

/** The DVR MAC of a host, created at first use: the source address of routed packets that leave it. */
export const hostMacOf = async (
  { db, config, random }: Pick<Deps, 'db' | 'config' | 'random'>,
  host: string,
): Promise<string> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const known = await db
      .selectFrom('dvr_host_macs')
      .select('mac_address')
      .where('host', '=', host)
      .executeTakeFirst()
    if (known) return known.mac_address
    const mac_address = newMacAddress(config.DEFAULT.dvr_base_mac, random)
    await db
      .insertInto('dvr_host_macs')
      .values({ host, mac_address })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  throw new Error(`no MAC address is left for routers on host ${host}`)
}
