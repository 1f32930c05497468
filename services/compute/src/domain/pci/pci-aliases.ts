import { type Static, Type } from 'typebox'
import Value from 'typebox/value'
import type { PciDeviceType } from './host-device.ts'
import { pciErrors } from './pci-errors.ts'

export const numaPolicies = ['required', 'preferred', 'legacy', 'socket'] as const
/** How close a device must be to the NUMA cells of its server. */
export type NumaPolicy = (typeof numaPolicies)[number]

const types = ['type-PCI', 'type-PF', 'type-VF'] as const satisfies readonly PciDeviceType[]
const words = <const Word extends string>(known: readonly Word[]) =>
  Type.Unsafe<Word>(Type.Union(known.map((word) => Type.Literal(word))))

const Alias = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 256 }),
    capability_type: Type.Optional(Type.Literal('pci')),
    vendor_id: Type.Optional(Type.String({ pattern: '^[a-fA-F0-9]{4}$' })),
    product_id: Type.Optional(Type.String({ pattern: '^[a-fA-F0-9]{4}$' })),
    device_type: Type.Optional(words(types)),
    numa_policy: Type.Optional(words(numaPolicies)),
    resource_class: Type.Optional(Type.String()),
    traits: Type.Optional(Type.String()),
    live_migratable: Type.Optional(
      Type.String({ pattern: '^([tT]rue|[fF]alse|yes|no|on|off|0|1|t|f|y|n)$' }),
    ),
  },
  { additionalProperties: false },
)

/** The requirements of a device: all that are given must match. */
export interface DeviceWish {
  readonly vendorId?: string
  readonly productId?: string
  readonly type?: PciDeviceType
  readonly physicalNetwork?: string
  readonly trusted?: boolean
  readonly remoteManaged?: boolean
  readonly liveMigratable?: boolean
  readonly resourceClass?: string
  readonly traits?: readonly string[]
}

/** An alias: a device must fulfil any one of its wishes. */
export interface PciAlias {
  readonly numaPolicy?: NumaPolicy
  readonly wishes: readonly DeviceWish[]
}

const isTrue = (word: string): boolean => /^(true|yes|on|1|t|y)$/i.test(word)

const present = <Shape extends object>(given: Shape) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

const wishOf = (alias: Static<typeof Alias>): DeviceWish =>
  present({
    vendorId: alias.vendor_id?.toLowerCase(),
    productId: alias.product_id?.toLowerCase(),
    type: alias.device_type,
    resourceClass: alias.resource_class,
    traits: alias.traits?.split(',').flatMap((trait) => trait.trim() || []),
    liveMigratable: alias.live_migratable === undefined ? undefined : isTrue(alias.live_migratable),
  })

const readAlias = (given: unknown): Static<typeof Alias> => {
  if (Value.Check(Alias, given)) return given
  const [first] = Value.Errors(Alias, given)
  const reason = `${JSON.stringify(given)}: ${first?.instancePath ?? ''} ${first?.message ?? ''}`
  throw pciErrors.PciInvalidAlias({ reason })
}

/** Reads `[pci] alias`. Entries of the same name are alternatives; they must agree in type and NUMA policy. */
export const readAliases = (values: readonly unknown[]): ReadonlyMap<string, PciAlias> => {
  const aliases = new Map<string, PciAlias>()
  for (const value of values) {
    const alias = readAlias(value)
    const wish = wishOf(alias)
    const known = aliases.get(alias.name)
    if (known !== undefined && known.wishes[0]?.type !== wish.type)
      throw pciErrors.PciInvalidAlias({ reason: `Device type mismatch for alias '${alias.name}'` })
    if (known !== undefined && known.numaPolicy !== alias.numa_policy)
      throw pciErrors.PciInvalidAlias({ reason: `NUMA policy mismatch for alias '${alias.name}'` })
    aliases.set(alias.name, {
      ...(alias.numa_policy === undefined ? {} : { numaPolicy: alias.numa_policy }),
      wishes: [...(known?.wishes ?? []), wish],
    })
  }
  return aliases
}
