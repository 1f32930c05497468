import type { Scope } from '../db/row-queries.ts'
import type { Store } from '../db/store.ts'
import type { AddressPair } from '../domain/port.ts'
import { errors } from '../errors.ts'
import type { Deps } from './deps.ts'

/** Throws for pairs the port cannot have. */
export const checkPairs = (deps: Deps, pairs: readonly Partial<AddressPair>[], secured: boolean): void => {
  const limit = deps.config.DEFAULT.max_allowed_address_pair
  if (pairs.length > limit) throw errors.AllowedAddressPairExhausted({ limit })
  if (pairs.length > 0 && !secured) throw errors.AddressPairAndPortSecurityRequired()
}

/** Pairs with their MAC: the port's own where none was given. */
export const withMac = (pairs: readonly Partial<AddressPair>[], mac: string): AddressPair[] =>
  pairs.map(({ ip_address = '', mac_address = mac }) => ({ ip_address, mac_address }))

/** Throws when one of these groups is not there for its project. */
export const checkGroups = async (store: Store, scope: Scope, groupIds: readonly string[]): Promise<void> => {
  for (const id of groupIds)
    if (!(await store.securityGroups.exists(scope, id))) throw errors.SecurityGroupNotFound({ id })
}
