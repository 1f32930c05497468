import type { PlacementClient } from '@nimbo/clients/placement'
import type { Context } from '@nimbo/kernel/context'
import type { ChoiceRules } from '../../domain/pci/choose-devices.ts'
import type { PciRequest } from '../../domain/pci/pci-requests.ts'
import { pciResourceClass } from '../../domain/pci/resource-naming.ts'
import type { GivenDevice, HostDevices } from './host-devices.ts'
import type { HostProviders } from './host-providers.ts'

interface Deps {
  readonly devices: Pick<HostDevices, 'heldBy' | 'known'>
  readonly hostProviders: Pick<HostProviders, 'ofDevice'>
  readonly placement: Pick<PlacementClient, 'allocationsOf' | 'changeClaim'>
}

interface Wanted {
  readonly serverId: string
  readonly node: string
  readonly pci?: readonly PciRequest[]
}

/** The rules that restrict a claim to the devices that placement has chosen. */
export interface PlacedChoice {
  readonly pciRules?: ChoiceRules
}

/**
 * If the scheduler claimed PCI devices in placement, allows only devices of the claimed providers. Placement is not
 * queried for a server without PCI devices, or on a host that reports none to placement.
 */
export const placedChoice = async (
  { devices, hostProviders, placement }: Deps,
  ctx: Context,
  { serverId, node, pci = [] }: Wanted,
): Promise<PlacedChoice> => {
  const [first] = devices.known(node) ?? []
  if (pci.length === 0 || first === undefined || hostProviders.ofDevice(node, first.device) === undefined)
    return {}
  const held = await placement.allocationsOf(ctx, serverId)
  const left = new Map<string, number>()
  for (const { device } of devices.known(node) ?? []) {
    const provider = hostProviders.ofDevice(node, device) ?? ''
    const resourceClass = pciResourceClass(device)
    const amount = held[provider]?.resources[resourceClass]
    if (amount !== undefined) left.set(`${provider} ${resourceClass}`, amount)
  }
  if (left.size === 0) return {}
  const keyOf = (device: Parameters<typeof hostProviders.ofDevice>[1]) =>
    `${hostProviders.ofDevice(node, device)} ${pciResourceClass(device)}`
  return {
    pciRules: {
      allowed: (device, _request, taken) => {
        const key = keyOf(device)
        return taken.filter((one) => keyOf(one) === key).length < (left.get(key) ?? 0)
      },
    },
  }
}

const positive = (resources: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(resources).filter(([, amount]) => amount > 0))

/**
 * Makes the allocations of a server include the PCI devices that it has, and not the one that it has released. This is
 * for hosts that report devices to placement while the scheduler does not claim them there. Idempotent; queries nothing
 * for a server without devices.
 */
export const coverDevices = async (
  { devices, hostProviders, placement }: Deps,
  ctx: Context,
  { id }: { readonly id: string },
  givenBack?: GivenDevice,
): Promise<void> => {
  const wanted = new Map<string, Record<string, number>>()
  const count = ({ node, device }: GivenDevice, amount: number): void => {
    const provider = hostProviders.ofDevice(node, device)
    if (provider === undefined) return
    const resources = wanted.get(provider) ?? {}
    const resourceClass = pciResourceClass(device)
    wanted.set(provider, { ...resources, [resourceClass]: (resources[resourceClass] ?? 0) + amount })
  }
  if (givenBack !== undefined) count(givenBack, 0)
  for (const given of devices.heldBy(id)) count(given, 1)
  if (wanted.size === 0) return
  await placement.changeClaim(ctx, id, async (held) => {
    const changed = [...wanted].map(([provider, resources]) => {
      const after = positive({ ...held[provider]?.resources, ...resources })
      return [provider, { resources: after }] as const
    })
    const together = { ...held, ...Object.fromEntries(changed) }
    return Object.fromEntries(
      Object.entries(together).filter(([, { resources }]) => Object.keys(resources).length > 0),
    )
  })
}
