import type { AddressPair, AddressPairRequest } from '@nimbo/contracts/network/address-pairs'
import type { Deps } from '../../app/deps.ts'
import { errors as groupErrors } from '../security-group/errors.ts'
import { securityGroups } from '../security-group/security-groups.ts'
import { errors } from './errors.ts'
import type { Db } from '../../tables.ts'

/** Throws for invalid `allowed_address_pairs`. */
export const checkPairs = (deps: Deps, pairs: readonly AddressPairRequest[], secured: boolean): void => {
  const limit = deps.config.DEFAULT.max_allowed_address_pair
  if (pairs.length > limit) throw errors.AllowedAddressPairExhausted({ limit })
  if (pairs.length > 0 && !secured) throw errors.AddressPairAndPortSecurityRequired()
}

/** Address pairs completed with the port's MAC where none is given. */
export const withMac = (pairs: readonly AddressPairRequest[], mac: string): AddressPair[] =>
  pairs.map(({ ip_address, mac_address = mac }) => ({ ip_address, mac_address }))

/** Throws when the project cannot see one of these security groups. */
export const checkGroups = async (db: Db, projectId: string, groupIds: readonly string[]): Promise<void> => {
  const known = await securityGroups.plainById(db, { projectId }, groupIds)
  const id = groupIds.find((groupId) => !known.has(groupId))
  if (id !== undefined) throw groupErrors.SecurityGroupNotFound({ id })
}
