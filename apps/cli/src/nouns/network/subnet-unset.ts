import { subnet as described, subnetOperations } from '@nimbo/contracts/network/subnet'
import { find } from '../../cloud/find.ts'
import { given, rowsAt, textAt } from '../../cloud/json-values.ts'
import { inNetwork, perform } from '../../cloud/perform.ts'
import { command, one } from '../../grammar/command.ts'
import { list, records } from '../../grammar/option.ts'
import { nothing, type Row } from '../../output/result.ts'
import { subnetKind } from './network-kinds.ts'
import { tagRemoval, unsetTags } from './unset-tags.ts'

/** The list under `key` without the given values; undefined when none is given. */
const textsLeft = (row: Row, key: string, gone: readonly string[]) => {
  const present: readonly unknown[] = Array.isArray(row[key]) ? row[key] : []
  return gone.length === 0 ? undefined : present.filter((each) => !gone.some((one) => one === each))
}

export const unsetSubnet = command({
  words: 'subnet unset',
  summary: 'Unset subnet properties',
  calls: [inNetwork(subnetOperations.update)],
  output: 'none',
  positionals: { subnet: one('<subnet>', 'Subnet to modify (name or ID)') },
  options: {
    allocationPool: records(
      ['start', 'end'],
      'start=<ip-address>,end=<ip-address>',
      'Allocation pool to remove from the subnet (repeatable)',
    ),
    dnsNameserver: list('<dns-nameserver>', 'DNS server to remove from the subnet (repeatable)'),
    hostRoute: records(
      ['destination', 'gateway'],
      'destination=<subnet>,gateway=<ip-address>',
      'Host route to remove from the subnet (repeatable)',
    ),
    serviceType: list('<service-type>', 'Service type to remove from the subnet (repeatable)'),
    ...tagRemoval,
  },
  run: async (session, { subnet: called, allocationPool, hostRoute, ...asked }) => {
    const subnet = await find(session, subnetKind, called)
    const pools = rowsAt(subnet, 'allocation_pools').filter(
      ({ start, end }) => !allocationPool.some((pool) => pool.start === start && pool.end === end),
    )
    const routes = rowsAt(subnet, 'host_routes').filter(
      ({ destination, nexthop }) =>
        !hostRoute.some((route) => route.destination === destination && route.gateway === nexthop),
    )
    const body = given({
      allocation_pools: allocationPool.length === 0 ? undefined : pools,
      host_routes: hostRoute.length === 0 ? undefined : routes,
      dns_nameservers: textsLeft(subnet, 'dns_nameservers', asked.dnsNameserver),
      service_types: textsLeft(subnet, 'service_types', asked.serviceType),
    })
    if (Object.keys(body).length > 0)
      await perform(session, inNetwork(subnetOperations.update), {
        path: { subnet_id: textAt(subnet, 'id') },
        body: { subnet: body },
      })
    await unsetTags(session, described, subnet, asked)
    return nothing
  },
})
