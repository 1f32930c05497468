import type { PlainRouter } from '@nimbo/contracts/network/router'
import type { Inside } from '../../../app/deps.ts'
import { remove } from '../../../app/life.ts'
import { newNetwork } from '../../network/new-network.ts'
import { networks } from '../../network/networks.ts'
import { newSubnet } from '../../subnet/new-subnet.ts'
import type { Db } from '../../../tables.ts'
import { errors } from '../errors.ts'

/** VRRP's largest virtual router id (RFC 5798). */
const lastVirtualRouterId = 254

const haNetworkOf = async (db: Db, projectId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('ha_networks')
    .select('network_id')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row?.network_id
}

/** The network for VRRP advertisements of a project's HA routers. No project owns it, so that it counts against no quota. */
export const ensureHaNetwork = async (inside: Inside, projectId: string): Promise<string> => {
  const { db, deps } = inside
  const known = await haNetworkOf(db, projectId)
  if (known !== undefined) return known
  const made = await newNetwork(inside, {
    ...{ project_id: '', name: `HA network tenant ${projectId}`, description: '', admin_state_up: true },
    ...{ shared: false, 'router:external': false, is_default: false, port_security_enabled: true },
    ...{ dns_domain: '', availability_zone_hints: [] },
  })
  await newSubnet(inside, {
    ...{ project_id: '', network_id: made.id, name: `HA subnet tenant ${projectId}`, description: '' },
    ...{
      ip_version: 4,
      cidr: deps.config.DEFAULT.l3_ha_net_cidr,
      gateway_ip: null,
      enable_dhcp: false,
      subnetpool_id: null,
    },
    ...{ segment_id: null, dns_nameservers: [], host_routes: [], service_types: [] },
  })
  await db.insertInto('ha_networks').values({ project_id: projectId, network_id: made.id }).execute()
  return made.id
}

/** Allocates the lowest virtual router id that no other router of the network uses. */
export const takeVirtualRouterId = async (db: Db, routerId: string, networkId: string): Promise<void> => {
  const rows = await db
    .selectFrom('ha_virtual_routers')
    .select('vr_id')
    .where('network_id', '=', networkId)
    .orderBy('vr_id')
    .limit(lastVirtualRouterId)
    .execute()
  const free = rows.findIndex(({ vr_id }, index) => vr_id !== index + 1)
  const vr_id = (free === -1 ? rows.length : free) + 1
  if (vr_id > lastVirtualRouterId) throw errors.NoVRIDAvailable({ routerId })
  await db
    .insertInto('ha_virtual_routers')
    .values({ network_id: networkId, vr_id, router_id: routerId })
    .execute()
}

/** Releases a router's virtual router id; the network is deleted with the project's last HA router. */
export const giveUpHaNetwork = async (
  inside: Inside,
  { id, project_id }: Pick<PlainRouter, 'id' | 'project_id'>,
): Promise<void> => {
  const { db } = inside
  await db.deleteFrom('ha_virtual_routers').where('router_id', '=', id).execute()
  const networkId = await haNetworkOf(db, project_id)
  if (networkId === undefined) return
  const other = await db
    .selectFrom('ha_virtual_routers')
    .select('router_id')
    .where('network_id', '=', networkId)
    .limit(1)
    .executeTakeFirst()
  if (other) return
  await db.deleteFrom('ha_networks').where('project_id', '=', project_id).execute()
  const found = await networks.plain(db, 'all', networkId)
  if (found) await remove(inside, networks, found)
}
