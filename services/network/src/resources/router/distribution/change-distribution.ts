import type { PlainRouter } from '@nimbo/contracts/network/router'
import { timestamp } from '@nimbo/kernel/clock'
import type { Inside } from '../../../app/deps.ts'
import { routerDistributedOwner, routerInterfaceOwner } from '../../port/device-owners.ts'
import { ports } from '../../port/ports.ts'
import { badRouter } from '../errors.ts'
import { interfacesOf } from '../router-ports.ts'
import { runAnew } from '../schedule-router.ts'
import { followCentre } from './central-ports.ts'

/** The binding of a distributed router's port. */
export const onAllHosts = {
  device_owner: routerDistributedOwner,
  'binding:host_id': '',
  'binding:vif_type': 'distributed',
} as const

/** Throws for a router that would be both distributed and HA. */
export const checkDistribution = ({ distributed, ha }: Pick<PlainRouter, 'distributed' | 'ha'>): void => {
  if (distributed && ha) throw badRouter('A router that is distributed cannot be highly available as well')
}

/** Changes an administratively down router between centralized and distributed. */
export const changeDistribution = async (inside: Inside, router: PlainRouter): Promise<void> => {
  if (router.admin_state_up)
    throw badRouter(
      "Cannot change the 'distributed' attribute of active routers. Please set router admin_state_up to False prior to upgrade",
    )
  const { deps, db, ctx, afterwards } = inside
  const all = await interfacesOf(db, router.id)
  const alone = {
    device_owner: routerInterfaceOwner,
    'binding:host_id': '',
    'binding:vif_type': 'unbound',
  } as const
  for (const { id, network_id, 'binding:host_id': host } of all) {
    const bound = router.distributed ? onAllHosts : alone
    await ports.update(db, id, { ...bound, status: 'DOWN' }, timestamp(deps.clock))
    if (host !== '') afterwards(() => deps.hosts.portsChanged(ctx, host, [id]))
    afterwards(() => deps.hosts.dhcpChangedSoon([network_id]))
  }
  await runAnew(inside, router)
  await followCentre(inside, router)
}
