import type { Election } from '@nimbo/contracts/network/l3-rpc'
import type { Deps } from '../../app/deps.ts'
import { networks } from '../../resources/network/networks.ts'
import { ports } from '../../resources/port/ports.ts'
import { haBindingsOn } from '../../resources/router/availability/ha-rows.ts'
import { subnetsOfPorts } from '../../resources/router/router-ports.ts'
import { routerPortOn } from './router-state.ts'

/** The VRRP settings of these routers for one host; only HA routers have them. */
export const electionsOn = async (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  host: string,
  routerIds: readonly string[],
): Promise<ReadonlyMap<string, Election>> => {
  const shared = (await haBindingsOn(db, host)).filter(({ router_id }) => routerIds.includes(router_id))
  if (shared.length === 0) return new Map()
  const portIds = shared.map(({ port_id }) => port_id)
  const own = await ports.list(db, 'all', { id: portIds }, { fields: ['fixed_ips'] })
  const subnets = new Map((await subnetsOfPorts(db, own)).map((subnet) => [subnet.id, subnet]))
  const found = await networks.plainById(
    db,
    'all',
    own.map(({ network_id }) => network_id),
  )
  const numbers = await db
    .selectFrom('ha_virtual_routers')
    .select(['router_id', 'vr_id'])
    .where('router_id', 'in', routerIds)
    .execute()
  const { ha_vrrp_advert_int, ha_vrrp_auth_type: type, ha_vrrp_auth_password: password } = config.DEFAULT
  return new Map(
    own.flatMap((port) => {
      const number = numbers.find(({ router_id }) => router_id === port.device_id)
      if (!number) return []
      const election: Election = {
        port: routerPortOn(port, { networks: found, subnets }),
        virtualRouterId: number.vr_id,
        advertSeconds: ha_vrrp_advert_int,
        authentication: password === '' ? null : { type, password },
      }
      return [[port.device_id, election] as const]
    }),
  )
}
