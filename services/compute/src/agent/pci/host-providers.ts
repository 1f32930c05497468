import type { ProviderTree } from '@nimbo/clients/provider-tree'
import type { PlacementClient } from '@nimbo/clients/placement'
import { isConcurrentUpdate } from '@nimbo/clients/placement-claims'
import type { Context } from '@nimbo/kernel/context'
import {
  type DeviceProvider,
  mdevProviders,
  type NodeProvider,
  pciProviders,
  providerOfDevice,
  providerOfMdevs,
} from '../../domain/pci/device-providers.ts'
import {
  type ProviderConfigs,
  type ProviderIdentity,
  withAdditions,
} from '../../domain/hosts/provider-configs.ts'
import type { OfferedDevice } from '../../domain/pci/host-device.ts'
import type { MdevOffer } from '../../domain/pci/mdev-offers.ts'
import type { HostDevices } from './host-devices.ts'

interface Deps {
  /** `[pci] report_in_placement`. */
  readonly reportsPci: boolean
  readonly devices: Pick<HostDevices, 'known'>
  readonly configs: ProviderConfigs
  readonly providers: ProviderTree
  readonly placement: Pick<PlacementClient, 'removeProvider'>
}

/** The resource providers of the devices of this host, children of the providers of its nodes. */
export interface HostProviders {
  /** Reports the devices of a node to placement; sends nothing if nothing changed. */
  offer(ctx: Context, node: NodeProvider, mdevs: readonly MdevOffer[]): Promise<void>
  /** Forgets what was sent to placement, so that it is sent again. */
  forget(): void
  /** The provider of a PCI device; undefined unless the device is reported to placement. */
  ofDevice(node: string, device: OfferedDevice): string | undefined
  nodes(): readonly string[]
  /** The providers that were offered last. */
  known(): readonly ProviderIdentity[]
  /** The mediated devices that can be made on a node, with their provider. */
  mdevs(node: string): readonly (MdevOffer & { readonly provider: string })[]
}

const attempts = 10

const inventoriesOf = ({ totals }: DeviceProvider, used: number) =>
  Object.fromEntries(
    Object.entries(totals).map(([resourceClass, total]) => [
      resourceClass,
      { total, reserved: used, min_unit: 1, max_unit: total, step_size: 1, allocation_ratio: 1 },
    ]),
  )

export const hostProviders = ({
  reportsPci,
  devices,
  configs,
  providers,
  placement,
}: Deps): HostProviders => {
  const nodes = new Map<string, { readonly node: NodeProvider; readonly mdevs: readonly MdevOffer[] }>()
  const offeredBy = new Map<string, readonly DeviceProvider[]>()
  const told = new Map<string, Map<string, string>>()

  const put = async (ctx: Context, wanted: DeviceProvider, used: number): Promise<void> => {
    const { totals: _totals, traits, ...provider } = wanted
    const offered = withAdditions(
      { inventories: inventoriesOf(wanted, used), traits },
      configs.of(provider, 'device'),
    )
    for (let attempt = 1; ; attempt += 1)
      try {
        return await providers.put(ctx, { ...provider, ...offered })
      } catch (error) {
        if (!isConcurrentUpdate(error) || attempt >= attempts) throw error
      }
  }

  return {
    offer: async (ctx, node, mdevs) => {
      nodes.set(node.name, { node, mdevs })
      const known = reportsPci ? (devices.known(node.name) ?? []) : []
      const offered = known.map(({ device }) => device)
      // A device for one use stays allocated or reserved, so that placement offers it to no other server.
      const usedUp = known.filter(({ used, holding }) => used && holding === undefined)
      const wanted = [...pciProviders(node, offered), ...mdevProviders(node, mdevs)]
      offeredBy.set(node.id, wanted)
      const before = told.get(node.id) ?? new Map<string, string>()
      told.set(node.id, before)
      for (const provider of wanted) {
        const used = usedUp.filter(({ device }) => providerOfDevice(node, device) === provider.uuid).length
        const text = JSON.stringify([provider, used])
        if (before.get(provider.uuid) === text) continue
        await put(ctx, provider, used)
        before.set(provider.uuid, text)
      }
      const present = new Set(wanted.map(({ uuid }) => uuid))
      for (const uuid of before.keys()) {
        if (present.has(uuid)) continue
        await placement.removeProvider(ctx, uuid)
        before.delete(uuid)
      }
    },
    forget: () => {
      for (const before of told.values()) for (const uuid of before.keys()) before.set(uuid, '')
    },
    ofDevice: (name, device) => {
      const found = reportsPci ? nodes.get(name) : undefined
      return found && providerOfDevice(found.node, device)
    },
    nodes: () => [...nodes.keys()],
    known: () => [...offeredBy.values()].flat(),
    mdevs: (name) => {
      const found = nodes.get(name)
      if (found === undefined) return []
      return found.mdevs.map((offer) => ({ ...offer, provider: providerOfMdevs(found.node, offer.address) }))
    },
  }
}
