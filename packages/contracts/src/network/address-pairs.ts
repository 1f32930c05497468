import { accepted, type Accepted, type Refused, refusedAs } from '@nimbo/resource/describe/value-type'
import type { ValueOf, ValueType } from '@nimbo/resource/describe/value-type'
import { listOf, objectOf, optional } from '@nimbo/resource/describe/value-types'
import { addressOrCidr, macAddress } from './address-types.ts'

/** Addresses that a port may send from besides its own. */
export const addressPair = objectOf({ ip_address: addressOrCidr, mac_address: macAddress })
export type AddressPair = ValueOf<typeof addressPair>

const members: readonly string[] = ['ip_address', 'mac_address']

/** Without a MAC, the port's own is used. */
const request = objectOf({ ip_address: addressOrCidr, mac_address: optional(macAddress) })
export type AddressPairRequest = ValueOf<typeof request>

const bad = (problem: string): Refused => refusedAs('HTTPBadRequest', problem)

const pairOf = (given: unknown): Accepted<AddressPairRequest> => {
  if (typeof given !== 'object' || given === null) return request.accept(given)
  const pair: Readonly<Record<string, unknown>> = { ...given }
  if (pair.ip_address === undefined)
    return refusedAs('AllowedAddressPairsMissingIP', 'AllowedAddressPair must contain ip_address')
  const unknown = Object.keys(pair).filter((name) => !members.includes(name))
  if (unknown.length > 0) return bad(`Unrecognized attribute(s) '${unknown.join(', ')}'`)
  const result = request.accept(given)
  return 'problem' in result ? bad(result.problem) : result
}

const same = (one: AddressPairRequest, other: AddressPairRequest): boolean =>
  one.ip_address === other.ip_address && one.mac_address === other.mac_address

/** The address pairs in a request; a duplicate is refused. */
export const addressPairRequests: ValueType<readonly AddressPairRequest[], 'json'> = {
  ...listOf(request),
  accept: (given) => {
    if (!Array.isArray(given)) return bad('Allowed address pairs must be a list.')
    const pairs: AddressPairRequest[] = []
    for (const each of given) {
      const result = pairOf(each)
      if ('problem' in result) return result
      const { ip_address: ip, mac_address: mac = 'None' } = result.value
      if (pairs.some((pair) => same(pair, result.value)))
        return refusedAs(
          'DuplicateAddressPairInRequest',
          `Request contains duplicate address pair: mac_address ${mac} ip_address ${ip}.`,
        )
      pairs.push(result.value)
    }
    return accepted(pairs)
  },
}
