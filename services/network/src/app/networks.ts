import { networkNotifications } from '@nimbo/contracts/network/notifications/resources'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Store } from '../db/store.ts'
import { isUsableMtu, mtuOf, type Network, type PlainNetwork } from '../domain/network.ts'
import { dhcpOwner } from '../domain/port.ts'
import { type Segment, segmentKey } from '../domain/segment.ts'
import { errors } from '../errors.ts'
import { chooseSegment, segmentTaken } from './allocate-segment.ts'
import type { Deps, Values } from './deps.ts'
import { checkQuota } from './quotas.ts'
import { refreshed } from './refreshed.ts'
import { serveAnew } from './spread-ports.ts'
import { standardValues } from './standard-values.ts'

/** Others may take the segment that was found free between looking and taking; then the next one is looked for. */
const segmentAttempts = 10

const mtuFor = (deps: Deps, segment: Segment, asked: unknown): number => {
  const most = mtuOf(segment.type, deps.config.DEFAULT.global_physnet_mtu)
  if (asked === undefined || asked === 0) return most
  const mtu = Number(asked)
  if (!isUsableMtu(mtu)) throw errors.InvalidInput({ reason: `Requested MTU is too small: ${mtu}` })
  if (mtu > most) throw errors.InvalidInput({ reason: `Requested MTU is too big, maximum is ${most}` })
  return mtu
}

const insertNetwork = async (deps: Deps, store: Store, values: Values): Promise<string> => {
  const asked = values['provider:segmentation_id'] !== undefined
  for (let attempt = 1; ; attempt++) {
    const segment = await chooseSegment(store, deps.config, values)
    const network = {
      ...values,
      ...standardValues(deps.clock),
      status: 'ACTIVE',
      mtu: mtuFor(deps, segment, values.mtu),
      'provider:network_type': segment.type,
      'provider:physical_network': segment.physicalNetwork,
      'provider:segmentation_id': segment.segmentationId,
    }
    if (await store.networks.rows.insert(network, { segment: segmentKey(network.id, segment) }))
      return network.id
    if (asked || segment.type === 'flat' || attempt === segmentAttempts) throw segmentTaken(segment)
  }
}

export const createNetworks =
  (deps: Deps) =>
  (ctx: Context, items: readonly Values[]): Promise<Network[]> =>
    deps.transaction(async (store) => {
      const created: Network[] = []
      for (const values of items) {
        await checkQuota(store, deps.config, 'network', String(values.project_id))
        const id = await insertNetwork(deps, store, values)
        const network = await refreshed(store.networks, id)
        await deps.notices.created(store, ctx, networkNotifications, values, network)
        created.push(network)
      }
      return created
    })

/** Throws when others than the owner have ports or subnets on a network that shall no longer be shared. */
const checkUnshare = async (store: Store, network: Network): Promise<void> => {
  const onNetwork = new Map([['network_id', [network.id]]])
  const ports = await store.ports.list('all', onNetwork)
  const subnets = await store.subnets.list('all', onNetwork)
  const owners = [...ports, ...subnets].map(({ project_id }) => project_id)
  if (owners.some((owner) => owner !== '' && owner !== network.project_id))
    throw errors.InvalidSharedSetting({ network: network.name })
}

export const updateNetwork =
  (deps: Deps) =>
  async (ctx: Context, network: Network, changes: Values): Promise<Network> => {
    const mtu = changes.mtu === undefined ? {} : { mtu: mtuFor(deps, segmentOf(network), changes.mtu) }
    const updated = await deps.transaction(async (store) => {
      if (network.shared && changes.shared === false) await checkUnshare(store, network)
      await store.networks.rows.update(network.id, { ...changes, ...mtu }, timestamp(deps.clock))
      const changed = await refreshed(store.networks, network.id)
      await deps.notices.updated(store, ctx, networkNotifications, changes, changed)
      return changed
    })
    await serveAnew(deps, ctx, [network.id])
    return updated
  }

const segmentOf = (network: Network): Segment => ({
  type: network['provider:network_type'],
  physicalNetwork: network['provider:physical_network'],
  segmentationId: network['provider:segmentation_id'],
})

/** Deletes a network with its subnets and the service's own ports on it; ports of others keep it. */
export const deleteNetwork =
  (deps: Deps) =>
  async (ctx: Context, { id }: PlainNetwork): Promise<void> => {
    const hosts = await deps.transaction(async (store) => {
      const ports = await store.ports.list('all', new Map([['network_id', [id]]]))
      const inUse = ports.filter(({ device_owner }) => device_owner !== dhcpOwner)
      if (inUse.length > 0) throw errors.NetworkInUse({ id, portIds: inUse.map((port) => port.id) })
      for (const port of ports) await store.ports.rows.delete(port.id)
      for (const subnet of await store.subnets.ofNetwork(id)) {
        await store.tags.removeAll(subnet.id)
        await store.subnets.rows.delete(subnet.id)
      }
      const serving = await store.dhcpBindings.hostsOf(id)
      const gone = { id, read: () => refreshed(store.networks, id) }
      await deps.notices.deleting(store, ctx, networkNotifications, gone, async () => {
        await store.tags.removeAll(id)
        await store.networks.rows.delete(id)
      })
      return serving
    })
    for (const host of hosts) await deps.agents.dhcpChanged(ctx, host, id)
  }
