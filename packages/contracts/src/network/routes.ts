import { refused, textType, type ValueOf, type ValueType } from '@nimbo/resource/describe/value-type'
import { literal } from '@nimbo/resource/describe/value-type'
import { listOf, objectOf } from '@nimbo/resource/describe/value-types'
import { cidr, ipAddress } from './address-types.ts'

const destination = textType((given) => {
  const result = cidr.accept(given)
  return 'problem' in result ? refused(`${literal(given)} is not a valid CIDR`) : result
})

/** A route: the next hop for packets to a destination. */
export const route = objectOf({ destination, nexthop: ipAddress })
export type Route = ValueOf<typeof route>

/** The routes of a router, or those that a subnet announces to its guests. */
export const routes: ValueType<readonly Route[], 'json'> = {
  ...listOf(route),
  accept: (given) =>
    Array.isArray(given)
      ? listOf(route).accept(given)
      : refused(`Invalid data format for hostroute: ${literal(given)}`),
}
