import type { Store } from '../db/store.ts'
import { newMacAddress } from '../domain/mac-address.ts'
import type { PlainPort } from '../domain/port.ts'
import { errors } from '../errors.ts'
import type { Deps, Values } from './deps.ts'
import { standardValues } from './standard-values.ts'

const macAttempts = 16

/** Writes a port's row, with the MAC asked for or a fresh one; addresses and groups come after it. */
export const insertPort = async (deps: Deps, store: Store, values: Values): Promise<PlainPort> => {
  const networkId = String(values.network_id)
  const asked = values.mac_address as string | undefined
  for (let attempt = 0; attempt < macAttempts; attempt++) {
    const mac = asked ?? newMacAddress(deps.config.DEFAULT.base_mac, deps.random)
    const port = { ...values, ...standardValues(deps.clock), mac_address: mac }
    const inserted = await store.ports.insert(port)
    if (inserted) return inserted
    if (asked) throw errors.MacAddressInUse({ networkId, mac: asked })
  }
  throw errors.NetworkMacAddressGenerationFailure({ networkId })
}
