import { newId } from '@nimbo/kernel/ids'
import type { DeviceWish, NumaPolicy, PciAlias } from './pci-aliases.ts'
import { numaPolicies } from './pci-aliases.ts'
import { pciErrors } from './pci-errors.ts'

/** A server's request for a number of PCI devices of one kind. */
export interface PciRequest {
  /** Identifies the request; for a port it is the id of the port. */
  readonly id: string
  readonly count: number
  /** The alias in the flavor; absent for a port. */
  readonly alias?: string
  readonly numaPolicy?: NumaPolicy
  /** A device must fulfil any one of these wishes. */
  readonly wishes: readonly DeviceWish[]
}

const aliasKey = 'pci_passthrough:alias'
const policyKey = 'hw:pci_numa_affinity_policy'
const imagePolicyKey = 'hw_pci_numa_affinity_policy'

type ExtraSpecs = Readonly<Record<string, string>>
type ImageProperties = Readonly<Record<string, string>>

const policyIn = (given: string | undefined): NumaPolicy | undefined => {
  if (given === undefined) return undefined
  const known = numaPolicies.find((policy) => policy === given)
  if (known === undefined) throw pciErrors.InvalidPCINUMAAffinity({ policy: given })
  return known
}

/** The NUMA policy of a flavor or of the image. Throws `ImagePCINUMAPolicyForbidden` when they disagree. */
export const numaPolicyOf = (
  extraSpecs: ExtraSpecs,
  imageProperties: ImageProperties,
): NumaPolicy | undefined => {
  const [ofFlavor, ofImage] = [policyIn(extraSpecs[policyKey]), policyIn(imageProperties[imagePolicyKey])]
  if (ofFlavor !== undefined && ofImage !== undefined && ofFlavor !== ofImage)
    throw pciErrors.ImagePCINUMAPolicyForbidden()
  return ofFlavor ?? ofImage
}

/** The flavor's aliases with their counts: `a:2,b:1`. */
const wantedAliases = (text: string): readonly (readonly [string, number])[] =>
  text.split(',').map((word) => {
    const [name = '', count = ''] = word.trim().split(':')
    return [name.trim(), Number(count)]
  })

/**
 * The requests of a flavor, with its aliases as they are defined now. A NUMA policy of the flavor or image applies to
 * all of them. Throws `PciRequestAliasNotDefined`.
 */
export const pciRequestsOf = (
  extraSpecs: ExtraSpecs,
  aliases: ReadonlyMap<string, PciAlias>,
  imageProperties: ImageProperties = {},
): readonly PciRequest[] => {
  const text = extraSpecs[aliasKey]
  const ofServer = numaPolicyOf(extraSpecs, imageProperties)
  if (text === undefined || text.trim() === '') return []
  return wantedAliases(text).map(([name, count]) => {
    const alias = aliases.get(name)
    if (alias === undefined || !Number.isInteger(count) || count < 1)
      throw pciErrors.PciRequestAliasNotDefined({ alias: name })
    const numaPolicy = ofServer ?? alias.numaPolicy
    return {
      ...{ id: newId(), count, alias: name },
      ...(numaPolicy === undefined ? {} : { numaPolicy }),
      wishes: alias.wishes,
    }
  })
}
