import type { GatewayRequest, PlainRouter, Router } from '@nimbo/contracts/network/router'
import type { Context } from '@nimbo/kernel/context'
import type { Deps, Inside } from '../../app/deps.ts'
import { addGateway, changeGateway, removeGateway } from './change-gateways.ts'
import { badRouter } from './errors.ts'
import { type GatewayOnPort, gatewaysOfRouter } from './gateways.ts'
import { changeRouter } from './update-router.ts'

/**
 * The gateway that a request means: on the named network, and with the named address if several are. Throws when there
 * is none or more than one.
 */
const meant = (
  known: readonly GatewayOnPort[],
  { network_id: networkId, external_fixed_ips: asked = [] }: GatewayRequest,
): GatewayOnPort => {
  const byNetwork = known.filter(({ gateway }) => gateway.network_id === networkId)
  const named = byNetwork.filter(({ gateway }) =>
    asked.some(({ ip_address: ip }) => gateway.external_fixed_ips.some((has) => has.ip_address === ip)),
  )
  const candidates = named.length > 0 ? named : byNetwork
  const [one, another] = candidates
  if (!one) throw badRouter(`Router has no gateway on network ${networkId}`)
  if (another) throw badRouter(`Router has several gateways on network ${networkId}: name an address of one`)
  return one
}

type Work = (inside: Inside, router: Router, asked: GatewayRequest) => Promise<void>

const add: Work = async (inside, router, asked) => {
  const known = await gatewaysOfRouter(inside.db, router.id)
  const last = known.at(-1)?.position ?? -1
  await addGateway(inside, router, asked, last + 1)
}

const change: Work = async (inside, router, asked) =>
  changeGateway(inside, router, meant(await gatewaysOfRouter(inside.db, router.id), asked), asked)

const remove: Work = async (inside, router, asked) =>
  removeGateway(inside, router, meant(await gatewaysOfRouter(inside.db, router.id), asked))

const changing =
  (work: Work) =>
  (deps: Deps) =>
  (ctx: Context, { id }: PlainRouter, asked: readonly GatewayRequest[]): Promise<Router> =>
    changeRouter(deps, ctx, id, {}, async (inside, before) => {
      for (const each of asked) await work(inside, before, each)
      return {}
    })

export const addGateways = changing(add)
export const changeGateways = changing(change)
export const removeGateways = changing(remove)
