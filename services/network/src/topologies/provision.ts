import type { PlainSubnet } from '@nimbo/contracts/network/subnet'
import type { SubnetPool } from '@nimbo/contracts/network/subnetpool'
import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { deletionOf } from '../app/delete-resource.ts'
import type { Deps } from '../app/deps.ts'
import { defaultExternalNetwork } from '../resources/auto-allocated-topology/default-external-network.ts'
import { errors } from '../resources/auto-allocated-topology/errors.ts'
import { createNetworks } from '../resources/network/create-networks.ts'
import { networks } from '../resources/network/networks.ts'
import { createRouters } from '../resources/router/create-routers.ts'
import { deleteRouter } from '../resources/router/delete-router.ts'
import { addInterface, removeInterface } from '../resources/router/interfaces/change-interfaces.ts'
import { routers } from '../resources/router/routers.ts'
import { createSubnets } from '../resources/subnet/create-subnets.ts'
import { subnetsOf } from '../resources/subnet/subnets.ts'
import { defaultPool } from '../resources/subnetpool/subnetpools.ts'

/** The parts of an auto-allocated topology. */
interface Topology {
  readonly network_id: string
  readonly router_id: string
}

const usual = { description: '', availability_zone_hints: [] }

/** The external network and default subnet pools that it needs. Throws when one is missing. */
export const requirements = async ({
  db,
}: Deps): Promise<{ readonly outside: string; readonly pools: readonly SubnetPool[] }> => {
  const outside = await defaultExternalNetwork(db)
  if (outside === undefined)
    throw errors.AutoAllocationFailure({ reason: 'No default router:external network' })
  const found = [await defaultPool(db, 4), await defaultPool(db, 6)]
  const pools = found.filter((pool) => pool !== undefined)
  if (pools.length === 0) throw errors.AutoAllocationFailure({ reason: 'No default subnetpools defined' })
  return { outside, pools }
}

const makeNetwork = async (deps: Deps, ctx: Context, project_id: string): Promise<string> => {
  const values = {
    ...usual,
    ...{ project_id, name: 'auto_allocated_network', admin_state_up: true, shared: false },
    ...{ 'router:external': false, is_default: false, port_security_enabled: true, dns_domain: '' },
  }
  const [made] = await createNetworks(deps)(ctx, [values])
  if (!made) throw new Error('a network was neither made nor refused')
  return made.id
}

const makeSubnet = async (
  deps: Deps,
  ctx: Context,
  place: { readonly project_id: string; readonly network_id: string },
  pool: SubnetPool,
): Promise<void> => {
  const lists = { segment_id: null, dns_nameservers: [], host_routes: [], service_types: [] }
  const name = `auto_allocated_subnet_v${pool.ip_version}`
  const from = { ip_version: pool.ip_version, subnetpool_id: pool.id }
  await createSubnets(deps)(ctx, [{ ...place, ...lists, ...from, name, description: '', enable_dhcp: true }])
}

const makeRouter = async (deps: Deps, ctx: Context, project_id: string, outside: string): Promise<string> => {
  const gateway = { external_gateway_info: { network_id: outside } }
  const values = { ...usual, ...gateway, project_id, name: 'auto_allocated_router', admin_state_up: true }
  const [made] = await createRouters(deps)(ctx, [{ ...values, enable_ndp_proxy: false }])
  if (!made) throw new Error('a router was neither made nor refused')
  return made.id
}

const unlessGone = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
}

const isNotFound = (error: unknown): boolean => isFault(error) && error.kind === 'notFound'

/** Deletes the parts that exist; missing ones are ignored. */
export const takeDown = async (deps: Deps, ctx: Context, topology: Partial<Topology>): Promise<void> => {
  const { network_id: networkId, router_id: routerId } = topology
  const router = routerId === undefined ? undefined : await routers.plain(deps.db, 'all', routerId)
  const subnets: readonly PlainSubnet[] = networkId === undefined ? [] : await subnetsOf(deps.db, networkId)
  if (router) {
    for (const { id } of subnets)
      await unlessGone(() => removeInterface(deps)(ctx, router, { subnet_id: id }))
    await unlessGone(() => deleteRouter(deps)(ctx, router))
  }
  const network = networkId === undefined ? undefined : await networks.plain(deps.db, 'all', networkId)
  if (network) await unlessGone(() => deletionOf(networks)(deps)(ctx, network))
}

/** Creates all parts, or none. */
export const provision = async (deps: Deps, ctx: Context, projectId: string): Promise<Topology> => {
  const { outside, pools } = await requirements(deps)
  const made: { network_id?: string; router_id?: string } = {}
  try {
    const network_id = await makeNetwork(deps, ctx, projectId)
    made.network_id = network_id
    for (const pool of pools) await makeSubnet(deps, ctx, { project_id: projectId, network_id }, pool)
    const router_id = await makeRouter(deps, ctx, projectId, outside)
    made.router_id = router_id
    const router = await routers.plain(deps.db, 'all', router_id)
    if (!router) throw new Error('a router that was just made is not there')
    for (const { id } of await subnetsOf(deps.db, network_id))
      await addInterface(deps)(ctx, router, { subnet_id: id })
    return { network_id, router_id }
  } catch (error) {
    await takeDown(deps, ctx, made)
    throw error
  }
}
