import type { PlacementClient } from '@nimbo/clients/placement'
import type { Context } from '@nimbo/kernel/context'
import { namedUuid } from '@nimbo/kernel/named-uuid'
import type { MediatedDevice } from '../../driver/gives-host-devices.ts'
import type { Hypervisor } from '../../driver/hypervisor.ts'
import type { HostProviders } from './host-providers.ts'

interface Deps {
  readonly hypervisor: Pick<Hypervisor, 'hostDevices'>
  readonly hostProviders: Pick<HostProviders, 'mdevs' | 'nodes'>
  readonly placement: Pick<PlacementClient, 'allocationsOf'>
}

/** A server and its node. */
interface Placed {
  readonly id: string
  readonly node: string
  readonly flavor: { readonly extraSpecs: Readonly<Record<string, string>> }
}

/** The uuid of a mediated device is derived from its server, so that it is found again without a record. */
const mdevUuid = (serverId: string, address: string, index: number): string =>
  namedUuid(serverId, `${address}/${index}`)

const asksFor = (extraSpecs: Placed['flavor']['extraSpecs'], classes: ReadonlySet<string>): boolean =>
  Object.keys(extraSpecs).some((key) => {
    const [, resourceClass = ''] = /^resources[^:]*:(\w+)$/.exec(key) ?? []
    return classes.has(resourceClass)
  })

/**
 * Creates the mediated devices that a server has allocations for, unless they exist. Placement is queried only for a
 * server whose flavor requests a resource class that this host offers as mediated devices.
 */
export const mdevsOfServer =
  ({ hypervisor: { hostDevices }, hostProviders: providers, placement }: Deps) =>
  async (ctx: Context, { id, node, flavor }: Placed): Promise<readonly MediatedDevice[]> => {
    const offers = providers.mdevs(node)
    if (!asksFor(flavor.extraSpecs, new Set(offers.map((one) => one.resourceClass)))) return []
    const held = await placement.allocationsOf(ctx, id)
    const mdevs = offers.flatMap(({ provider, address, type, resourceClass }) =>
      Array.from({ length: held[provider]?.resources[resourceClass] ?? 0 }, (_, index) => ({
        ...{ uuid: mdevUuid(id, address, index), parentAddress: address, type },
      })),
    )
    for (const mdev of mdevs) await hostDevices?.makeMdev(mdev)
    return mdevs
  }

/** Removes the mediated devices of a server that is gone from this host. Idempotent. */
export const removeMdevs =
  ({ hypervisor: { hostDevices }, hostProviders }: Omit<Deps, 'placement'>) =>
  async (id: string): Promise<void> => {
    const offers = hostProviders.nodes().flatMap((node) => hostProviders.mdevs(node))
    if (offers.length === 0 || hostDevices === undefined) return
    const present = new Set(await hostDevices.mdevs())
    for (const uuid of mdevsIn(id, offers)) if (present.has(uuid)) await hostDevices.removeMdev(uuid)
  }

const mdevsIn = (id: string, offers: ReturnType<HostProviders['mdevs']>): readonly string[] =>
  offers.flatMap(({ address, instances }) =>
    Array.from({ length: instances }, (_, index) => mdevUuid(id, address, index)),
  )
