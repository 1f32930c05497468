import type { HostDevice } from './host-device.ts'
import { pciErrors } from './pci-errors.ts'
import { pciResourceClass } from './resource-naming.ts'

/** A type of mediated devices that the operator enables, from its section `[mdev_nvidia-35]`. */
export interface EnabledMdevType {
  readonly type: string
  /** The devices that provide the type; if empty, all devices that support it and that no other type names. */
  readonly addresses: readonly string[]
  readonly resourceClass: string
  readonly maxInstances?: number
}

/** The mediated devices that one physical device of a host is divided into. */
export interface MdevOffer {
  readonly address: string
  readonly type: string
  readonly resourceClass: string
  readonly instances: number
}

const anyAddress = /^[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$/i

/** The resource class of a type: a standard one such as `VGPU`, or a custom one. */
export const mdevClass = (named: string): string => pciResourceClass({ resourceClass: named })

/** Throws for an address in the wrong format, and for an address that two types name. */
export const requireDistinct = (types: readonly EnabledMdevType[]): void => {
  const seen = new Map<string, string>()
  for (const { type, addresses } of types)
    for (const address of addresses) {
      if (!anyAddress.test(address)) throw pciErrors.PciDeviceWrongAddressFormat({ address })
      const other = seen.get(address)
      if (other !== undefined)
        throw pciErrors.InvalidLibvirtMdevConfig({
          reason: `duplicate types for PCI address ${address}: ${other} and ${type}`,
        })
      seen.set(address, type)
    }
}

/**
 * The mediated devices that a host offers. Throws `MdevTypeMissing` for an enabled type that no device has: what an
 * operator enables must not be silently missing.
 */
export const mdevOffers = (
  types: readonly EnabledMdevType[],
  devices: readonly HostDevice[],
): readonly MdevOffer[] => {
  const named = new Set(types.flatMap(({ addresses }) => addresses))
  return types.flatMap(({ type, addresses, resourceClass, maxInstances }) => {
    const offers = devices.flatMap(({ address, mdevTypes = [] }): readonly MdevOffer[] => {
      const found = mdevTypes.find(({ id }) => id === type)
      const meant = addresses.length === 0 ? !named.has(address) : addresses.includes(address)
      if (found === undefined || !meant) return []
      return [
        { address, type, resourceClass, instances: Math.min(found.instances, maxInstances ?? Infinity) },
      ]
    })
    if (offers.length === 0) throw pciErrors.MdevTypeMissing({ type })
    return offers
  })
}
