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

/** Where a server is. */
interface Placed {
  readonly id: string
  readonly node: string
  readonly flavor: { readonly extraSpecs: Readonly<Record<string, string>> }
}

/** Mediated devices are named after their server, so that they need no record and are found again. */
const mdevUuid = (serverId: string, address: string, index: number): string =>
  namedUuid(serverId, `${address}/${index}`)

const asksFor = (extraSpecs: Placed['flavor']['extraSpecs'], classes: ReadonlySet<string>): boolean =>
  Object.keys(extraSpecs).some((key) => {
    const [, resourceClass = ''] = /^resources[^:]*:(\w+)$/.exec(key) ?? []
    return classes.has(resourceClass)
  })

/**
 * Makes the mediated devices that a server has by its allocations, unless they are there. Placement is only asked for a server
 * whose flavor wants a class that this host makes such devices of.
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
