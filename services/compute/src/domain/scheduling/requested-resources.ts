import { bootPropertiesOf } from '../servers/boot-properties.ts'
import type { BlockDevice, EmbeddedFlavor, RequestSpec } from '../servers/request-spec.ts'

/** Whether the root disk is a volume, which uses no disk of the host. */
export const bootsFromVolume = (
  disks: readonly Pick<BlockDevice, 'bootIndex' | 'destinationType'>[],
): boolean => disks.some(({ bootIndex, destinationType }) => bootIndex === 0 && destinationType === 'volume')

type LocalDisks = Pick<EmbeddedFlavor, 'rootGb' | 'ephemeralGb' | 'swapMb'>

/** The local disk a server uses, in GiB: root (unless it is a volume), ephemeral, and swap rounded up. */
export const localDiskGb = (flavor: LocalDisks, fromVolume: boolean): number =>
  (fromVolume ? 0 : flavor.rootGb) + flavor.ephemeralGb + Math.ceil(flavor.swapMb / 1024)

/** Amounts by resource class; classes with amount zero are left out. */
export type RequestedResources = Readonly<Record<string, number>>

const override = /^resources:([A-Z0-9_]+)$/
const trait = /^trait:([A-Z0-9_]+)$/

/** The resources of a flavor; extra specs `resources:CLASS` override them, and 0 removes a class. */
export const requestedResources = (flavor: EmbeddedFlavor, fromVolume: boolean): RequestedResources => {
  const amounts: Record<string, number> = {
    VCPU: flavor.vcpus,
    MEMORY_MB: flavor.memoryMb,
    DISK_GB: localDiskGb(flavor, fromVolume),
  }
  for (const [key, value] of Object.entries(flavor.extraSpecs)) {
    const [, resourceClass] = override.exec(key) ?? []
    const amount = Number(value)
    if (resourceClass !== undefined && Number.isInteger(amount)) amounts[resourceClass] = amount
  }
  return Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount > 0))
}

/** Required and (with `!`) forbidden traits, from extra specs and image properties `trait:NAME`. */
export const requestedTraits = (spec: RequestSpec): readonly string[] =>
  [...Object.entries(spec.flavor.extraSpecs), ...Object.entries(bootPropertiesOf(spec))].flatMap(
    ([key, value]) => {
      const [, name] = trait.exec(key) ?? []
      if (name === undefined) return []
      if (value === 'required') return [name]
      return value === 'forbidden' ? [`!${name}`] : []
    },
  )
