import { own } from '@nimbo/kernel/own'
import ipaddr from 'ipaddr.js'
import type { HostFilter } from '../filter.ts'

const textOf = (hint: string | readonly string[] | undefined): string | undefined => [hint ?? []].flat()[0]

/** The network of the hints; undefined when they are invalid. */
const rangeOf = (address: string, cidr: string): ReturnType<typeof ipaddr.parseCIDR> | undefined => {
  const text = `${address}/${cidr.replace(/^\//, '')}`
  return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined
}

/** Passes hosts whose address lies in the network given by the hints `build_near_host_ip` and `cidr`. */
export const simpleCidrAffinityFilter: HostFilter = {
  name: 'SimpleCIDRAffinityFilter',
  refuses: ({ hostIp }, { spec: { schedulerHints } }) => {
    const near = textOf(own(schedulerHints, 'build_near_host_ip'))
    if (near === undefined) return undefined
    const cidr = textOf(own(schedulerHints, 'cidr')) ?? '/24'
    const range = rangeOf(near, cidr)
    if (range === undefined) return `${near} and ${cidr} are no network`
    const address = ipaddr.isValid(hostIp) ? ipaddr.parse(hostIp) : undefined
    return address?.kind() === range[0].kind() && address.match(range)
      ? undefined
      : `has the address ${hostIp}, not in ${near}/${cidr.replace(/^\//, '')}`
  },
}
