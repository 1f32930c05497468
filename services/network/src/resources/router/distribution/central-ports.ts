import type { Port } from '@nimbo/contracts/network/port'
import type { PlainRouter } from '@nimbo/contracts/network/router'
import type { Inside } from '../../../app/deps.ts'
import { allocateAddresses } from '../../../ipam/allocate-addresses.ts'
import type { Db } from '../../../tables.ts'
import { routerCentralOwner } from '../../port/device-owners.ts'
import { insertPort } from '../../port/insert-port.ts'
import { ownPort, removeOwnPort } from '../../port/own-port.ts'
import { ports } from '../../port/ports.ts'
import { gatewaysOfRouter } from '../gateways.ts'
import { interfacesOf } from '../router-ports.ts'
import { haveWired, hostFor } from '../schedule-router.ts'

const centralPortsOf = (db: Db, routerId: string): Promise<Port[]> =>
  ports.list(
    db,
    'all',
    { device_id: [routerId], device_owner: [routerCentralOwner] },
    { fields: ['fixed_ips'] },
  )

const subnetsOf = ({ fixed_ips }: Port): string =>
  fixed_ips
    .map(({ subnet_id }) => subnet_id)
    .toSorted()
    .join(' ')

/** Ensures the SNAT ports of a distributed router: one on each internal network while it has a gateway. */
export const followCentre = async (
  inside: Inside,
  router: Pick<PlainRouter, 'id' | 'distributed'>,
): Promise<void> => {
  const { deps, db } = inside
  const known = await centralPortsOf(db, router.id)
  const leads = router.distributed && (await gatewaysOfRouter(db, router.id)).length > 0
  const wanted = leads ? await interfacesOf(db, router.id) : []
  const kept = new Set(wanted.map(subnetsOf))
  for (const port of known) if (!kept.has(subnetsOf(port))) await removeOwnPort(inside, port)
  const there = new Set(known.map(subnetsOf))
  for (const { network_id, fixed_ips } of wanted.filter((port) => !there.has(subnetsOf(port)))) {
    const host = await hostFor(inside, router.id)
    const port = await insertPort(inside, () =>
      ownPort({
        network_id,
        // These ports belong to no project, so that they count against no quota.
        project_id: '',
        device_id: router.id,
        device_owner: routerCentralOwner,
        status: 'DOWN',
        'binding:host_id': host,
      }),
    )
    const asked = fixed_ips.map(({ subnet_id }) => ({ subnet_id }))
    await allocateAddresses(db, port, asked, deps.random)
    await haveWired(inside, router.id, port.id)
    inside.afterwards(() => deps.hosts.dhcpChangedSoon([network_id]))
  }
}
