import type { GatewayRequest, PlainRouter } from '@nimbo/contracts/network/router'
import type { PlainNetwork } from '@nimbo/contracts/network/network'
import { timestamp } from '@nimbo/kernel/clock'
import type { Inside } from '../../app/deps.ts'
import { refreshed } from '../../app/refreshed.ts'
import { allocateAddresses, reallocateAddresses } from '../../ipam/allocate-addresses.ts'
import { needsGateway } from '../floating-ip/needed-by.ts'
import { errors as networkErrors } from '../network/errors.ts'
import { networks } from '../network/networks.ts'
import { routerGatewayOwner } from '../port/device-owners.ts'
import { insertPort } from '../port/insert-port.ts'
import { ownPort, removeOwnPort } from '../port/own-port.ts'
import { ports } from '../port/ports.ts'
import { checkPolicy, exchangePolicy } from '../qos-policy/follow-policy.ts'
import { badRouter, errors } from './errors.ts'
import { changeSettings, type GatewayOnPort, gatewaysOfRouter, insertGateway } from './gateways.ts'
import { checkApart, subnetsOfPorts } from './router-ports.ts'
import { hostFor, haveWired } from './schedule-router.ts'

/** The external network of a request. Throws when the caller cannot see it or it is not external. */
const externalNetwork = async ({ deps, ctx, db }: Inside, id: string): Promise<PlainNetwork> => {
  const network = await networks.plain(db, deps.callers.scopeOf(ctx), id)
  if (!network) throw networkErrors.NetworkNotFound({ id })
  if (!network['router:external']) throw badRouter(`Network ${id} is not an external network`)
  return network
}

/** Adds a gateway to a router; the one with the lowest position is the first. */
export const addGateway = async (
  inside: Inside,
  router: Pick<PlainRouter, 'id'>,
  request: GatewayRequest,
  position: number,
): Promise<void> => {
  const { deps, db } = inside
  const network = await externalNetwork(inside, request.network_id)
  const policy = { qos_policy_id: request.qos_policy_id ?? null }
  await checkPolicy(inside, policy)
  const host = await hostFor(inside, router.id)
  const port = await insertPort(inside, () =>
    ownPort({
      network_id: network.id,
      // Gateway ports belong to no project, so that they count against no quota.
      project_id: '',
      device_id: router.id,
      device_owner: routerGatewayOwner,
      status: 'DOWN',
      'binding:host_id': host,
    }),
  )
  const { external_fixed_ips: asked = [] } = request
  const fixed_ips = await allocateAddresses(db, port, asked.length === 0 ? undefined : asked, deps.random)
  await checkApart(db, router.id, await subnetsOfPorts(db, [{ fixed_ips }]), port.id)
  await insertGateway(db, {
    port_id: port.id,
    router_id: router.id,
    network_id: network.id,
    position,
    enable_snat: (request.enable_snat ?? deps.config.DEFAULT.enable_snat_by_default) ? 1 : 0,
    ...policy,
  })
  await haveWired(inside, router.id, port.id)
}

/** Changes the addresses, the SNAT setting and the QoS policy of a gateway; attributes that are not given stay. */
export const changeGateway = async (
  inside: Inside,
  { id }: Pick<PlainRouter, 'id'>,
  { portId, gateway }: GatewayOnPort,
  { enable_snat: snat, external_fixed_ips: asked, qos_policy_id: policy }: GatewayRequest,
): Promise<void> => {
  const { deps, db } = inside
  if (snat !== undefined) await changeSettings(db, portId, { enable_snat: snat ? 1 : 0 })
  if (policy !== undefined) {
    await exchangePolicy(inside, { before: gateway, after: { qos_policy_id: policy } })
    await changeSettings(db, portId, { qos_policy_id: policy })
  }
  if (asked === undefined || asked.length === 0) return
  await reallocateAddresses(db, await refreshed(ports, db, portId), asked, deps.random)
  await ports.update(db, portId, {}, timestamp(deps.clock))
  const { fixed_ips } = await refreshed(ports, db, portId)
  await checkApart(db, id, await subnetsOfPorts(db, [{ fixed_ips }]), portId)
}

/** Removes a gateway. Throws while floating IPs use it. */
export const removeGateway = async (
  inside: Inside,
  { id }: Pick<PlainRouter, 'id'>,
  { portId, gateway }: GatewayOnPort,
): Promise<void> => {
  const { network_id: networkId } = gateway
  if (await needsGateway(inside.db, id, networkId))
    throw errors.RouterExternalGatewayInUseByFloatingIp({ id, networkId })
  await removeOwnPort(inside, await refreshed(ports, inside.db, portId))
}

/** Sets or clears the first gateway (`external_gateway_info`). */
export const setGateway = async (
  inside: Inside,
  router: Pick<PlainRouter, 'id'>,
  asked: GatewayRequest | null,
): Promise<void> => {
  const [first] = await gatewaysOfRouter(inside.db, router.id)
  if (first && asked?.network_id === first.gateway.network_id)
    return changeGateway(inside, router, first, asked)
  if (first) await removeGateway(inside, router, first)
  if (asked) await addGateway(inside, router, asked, first?.position ?? 0)
}
