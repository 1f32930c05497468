import { type FloatingIp, floatingIp } from '@nimbo/contracts/network/floating-ip'
import type { Context } from '@nimbo/kernel/context'
import type { Deps, Inside, Owned } from '../../app/deps.ts'
import { created } from '../../app/life.ts'
import { refreshed } from '../../app/refreshed.ts'
import { standardValues } from '../../app/standard-values.ts'
import { checkQuota } from '../../quotas/check-quota.ts'
import { reportRunning } from '../router/schedule-router.ts'
import { associate, unassociated } from './associate.ts'
import { badFloatingIp } from './errors.ts'
import { floatingIps } from './floating-ips.ts'
import { takeAddress } from './take-address.ts'
import { tellCompute } from './refresh-servers.ts'

const createOne = async (inside: Inside, values: Owned<typeof floatingIp>): Promise<FloatingIp> => {
  const { deps, db } = inside
  await checkQuota(inside, floatingIp, values.project_id)
  const { floating_ip_address: asked, subnet_id: subnetId, ...columns } = values
  const { port_id: portId } = values
  if (portId === null && values.fixed_ip_address !== null)
    throw badFloatingIp('fixed_ip_address cannot be specified without a port_id')
  const begun = standardValues(deps.clock)
  const wish = { networkId: values.floating_network_id, address: asked, subnetId }
  const { port, address } = await takeAddress(inside, begun.id, wish)
  const row = { ...columns, ...begun, ...unassociated, floating_ip_address: address, status: 'DOWN' } as const
  const association =
    portId === null
      ? unassociated
      : await associate(inside, { ...row, fixed_ip_address: values.fixed_ip_address, port_id: portId })
  await floatingIps.insert(db, { ...row, ...association }, { floating_port_id: port.id })
  if (association.router_id !== null) await reportRunning(inside, association.router_id)
  await tellCompute(inside, [association.port_id])
  const made = await refreshed(floatingIps, db, begun.id)
  await created(inside, floatingIp, values, made)
  return made
}

export const createFloatingIps =
  (deps: Deps) =>
  (ctx: Context, items: readonly Owned<typeof floatingIp>[]): Promise<FloatingIp[]> =>
    deps.transaction(ctx, async (inside) => {
      const all: FloatingIp[] = []
      for (const values of items) all.push(await createOne(inside, values))
      return all
    })
