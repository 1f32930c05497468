import type { PlainPort } from '@nimbo/contracts/network/port'
import type { Inside } from '../../app/deps.ts'
import { type StandardValues, standardValues } from '../../app/standard-values.ts'
import { errors } from './errors.ts'
import { newMacAddress } from './mac-address.ts'
import { ports } from './ports.ts'

const macAttempts = 16

/** The columns of a new port without the standard ones. */
export type PortRow = Omit<PlainPort, keyof StandardValues | 'mac_address'>

/** Inserts a port with the requested MAC or a new one; fixed IPs and security groups are inserted afterwards. */
export const insertPort = async (
  { deps, db }: Inside,
  rowWith: (mac: string) => PortRow,
  asked: string | null = null,
): Promise<PlainPort> => {
  for (let attempt = 0; attempt < macAttempts; attempt++) {
    const mac_address = asked ?? newMacAddress(deps.config.DEFAULT.base_mac, deps.random)
    const row = rowWith(mac_address)
    const inserted = await ports.insert(db, { ...row, ...standardValues(deps.clock), mac_address })
    if (inserted) return inserted
    if (asked) throw errors.MacAddressInUse({ networkId: row.network_id, mac: asked })
  }
  throw errors.NetworkMacAddressGenerationFailure({ networkId: rowWith('').network_id })
}
