import { type Static, Type } from 'typebox'
import Value from 'typebox/value'
import { addressMatcher } from './address-matcher.ts'
import type { DeviceTags, HostDevice, OfferedDevice } from './host-device.ts'
import { pciErrors } from './pci-errors.ts'

const truth = Type.Union([Type.Boolean(), Type.String()])
const part = Type.Optional(Type.String())

const DeviceSpec = Type.Object(
  {
    vendor_id: Type.Optional(Type.String({ pattern: '^(\\*|[0-9a-fA-F]{4})$' })),
    product_id: Type.Optional(Type.String({ pattern: '^(\\*|[0-9a-fA-F]{4})$' })),
    address: Type.Optional(
      Type.Union([
        Type.String(),
        Type.Object({ domain: part, bus: part, slot: part, function: part }, { additionalProperties: false }),
      ]),
    ),
    devname: Type.Optional(Type.String()),
    physical_network: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    remote_managed: Type.Optional(truth),
    trusted: Type.Optional(truth),
    resource_class: Type.Optional(Type.String()),
    traits: Type.Optional(Type.String()),
    managed: Type.Optional(truth),
    live_migratable: Type.Optional(truth),
    one_time_use: Type.Optional(truth),
  },
  { additionalProperties: true },
)
type DeviceSpec = Static<typeof DeviceSpec>

const truths: readonly unknown[] = [true, 'true', 'yes', 'on', '1', 't', 'y']
const falsehoods: readonly unknown[] = [false, 'false', 'no', 'off', '0', 'f', 'n']

const boolOf = (name: string, value: boolean | string | undefined): boolean | undefined => {
  if (value === undefined) return undefined
  const word = typeof value === 'string' ? value.toLowerCase() : value
  if (truths.includes(word)) return true
  if (falsehoods.includes(word)) return false
  throw pciErrors.PciConfigInvalidSpec({ reason: `Cannot parse tag '${name}': '${value}' is no boolean` })
}

const tagsOf = (spec: DeviceSpec): DeviceTags => {
  const traits = spec.traits?.split(',').map((trait) => trait.trim())
  const given = {
    physicalNetwork: spec.physical_network ?? undefined,
    trusted: boolOf('trusted', spec.trusted),
    remoteManaged: boolOf('remote_managed', spec.remote_managed),
    resourceClass: spec.resource_class,
    traits: traits?.filter((trait) => trait !== ''),
    managed: boolOf('managed', spec.managed),
    liveMigratable: boolOf('live_migratable', spec.live_migratable),
    oneTimeUse: boolOf('one_time_use', spec.one_time_use),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** One entry of `[pci] device_spec`: whether it matches a device, and the tags that it gives to the device. */
export interface DeviceSpecEntry {
  readonly means: (device: HostDevice, parent: HostDevice | undefined) => boolean
  readonly tags: DeviceTags
}

const idMatches = (wanted: string | undefined, given: string): boolean =>
  wanted === undefined || wanted === '*' || wanted.toLowerCase() === given.toLowerCase()

const readEntry = (given: unknown): DeviceSpecEntry => {
  if (!Value.Check(DeviceSpec, given))
    throw pciErrors.PciConfigInvalidSpec({ reason: `${JSON.stringify(given)} does not describe devices` })
  if (given.devname !== undefined && given.address !== undefined) throw pciErrors.PciDeviceInvalidDeviceName()
  const { vendor_id, product_id, devname } = given
  const isAt = given.address === undefined ? undefined : addressMatcher(given.address)
  return {
    tags: tagsOf(given),
    means: (device, parent) => {
      if (!idMatches(vendor_id, device.vendorId) || !idMatches(product_id, device.productId)) return false
      if (devname !== undefined)
        return [device, parent].some((one) => one?.interfaces?.includes(devname) === true)
      // The address of a physical function matches its virtual functions, too.
      return (
        isAt === undefined ||
        isAt(device.address) ||
        (device.type === 'type-VF' && device.parentAddress !== undefined && isAt(device.parentAddress))
      )
    },
  }
}

/** Reads the objects of `[pci] device_spec`. */
export const readDeviceSpecs = (values: readonly unknown[]): readonly DeviceSpecEntry[] =>
  values.map(readEntry)

/** The devices of a host that its operator offers, each with the tags of the first entry that matches it. */
export const offeredDevices = (
  specs: readonly DeviceSpecEntry[],
  devices: readonly HostDevice[],
): readonly OfferedDevice[] => {
  if (specs.length === 0) return []
  const byAddress = new Map(devices.map((device) => [device.address, device]))
  return devices.flatMap((device) => {
    const parent = byAddress.get(device.parentAddress ?? '')
    const entry = specs.find(({ means }) => means(device, parent))
    return entry === undefined ? [] : [{ ...device, ...entry.tags }]
  })
}
