import * as operations from '@nimbo/contracts/compute/old-networks'
import type { Network } from '@nimbo/clients/network'
import type { Context } from '@nimbo/kernel/context'
import type { ComputeApp } from '../../app/compute-app.ts'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'

const nothingOf = (columns: readonly string[]) => Object.fromEntries(columns.map((name) => [name, null]))

const view = ({ id, name }: Network, isAdmin: boolean) => {
  const { all, admins } = operations.oldNetworkColumns
  return { ...nothingOf(isAdmin ? [...all, ...admins] : all), id, label: name }
}

/** A network for a project; `None` is Nova's text for a missing prefix. */
const tenantView = ({ id, name }: Network) => ({ id, label: name, cidr: 'None' })

const find = async ({ deps }: ComputeApp, ctx: Context, id: string): Promise<Network> => {
  const [found] = await deps.clients.network.networks(ctx, { id })
  if (!found) throw errors.NotFound({ reason: 'Network not found' })
  return found
}

const list = handle(operations.listOldNetworks, async ({ app: { deps }, ctx }) => {
  const isAdmin = deps.enforcer.isAdmin(ctx)
  return { networks: (await deps.clients.network.networks(ctx, {})).map((one) => view(one, isAdmin)) }
})

const show = handle(operations.showOldNetwork, async ({ app, ctx, params }) => ({
  network: view(await find(app, ctx, params.network_id), app.deps.enforcer.isAdmin(ctx)),
}))

const listOfTenant = handle(operations.listTenantNetworks, async ({ app: { deps }, ctx }) => ({
  networks: (await deps.clients.network.networks(ctx, {})).map(tenantView),
}))

const showOfTenant = handle(operations.showTenantNetwork, async ({ app, ctx, params }) => ({
  network: tenantView(await find(app, ctx, params.network_id)),
}))

const pools = handle(operations.listFloatingIpPools, async ({ app: { deps }, ctx }) => {
  const external = await deps.clients.network.networks(ctx, { 'router:external': true })
  return { floating_ip_pools: external.map(({ id, name }) => ({ name: name || id })) }
})

const noBaremetal = operations.baremetalNodeOperations.map((declared) =>
  handle(declared, async () => {
    throw errors.Unsupported({ reason: 'Ironic client unavailable, cannot access Ironic.' })
  }),
)

const refusedChanges = operations.baremetalChanges.map(({ operation, command }) =>
  handle(operation, async () => {
    throw errors.BadRequest({
      reason: `Command not supported. Please use Ironic command ${command} to perform this action.`,
    })
  }),
)

export const oldNetworkRoutes = [
  ...[list, show, listOfTenant, showOfTenant, pools],
  ...noBaremetal,
  ...refusedChanges,
]
