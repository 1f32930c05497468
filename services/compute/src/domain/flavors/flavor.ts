import type { PciAlias } from '../pci/pci-aliases.ts'
import { pciRequestsOf } from '../pci/pci-requests.ts'
import type { EmbeddedFlavor } from '../servers/request-spec.ts'

/** A flavor in the API database. `id` is the API's `flavorid`: any text. */
export interface Flavor extends Omit<EmbeddedFlavor, 'pciRequests'> {
  readonly rxtxFactor: number
  readonly isPublic: boolean
  readonly disabled: boolean
  readonly createdAt: string
  readonly updatedAt: string | null
}

/** The part of a flavor that is stored with a server. Throws `PciRequestAliasNotDefined`. */
export const embedFlavor = (
  flavor: Flavor,
  aliases: ReadonlyMap<string, PciAlias>,
  imageProperties: Readonly<Record<string, string>> = {},
): EmbeddedFlavor => {
  const pciRequests = pciRequestsOf(flavor.extraSpecs, aliases, imageProperties)
  return { ...storedPart(flavor), ...(pciRequests.length === 0 ? {} : { pciRequests }) }
}

/** The part of a flavor that sizes a server. */
export const storedPart = (flavor: Flavor): EmbeddedFlavor => ({
  id: flavor.id,
  name: flavor.name,
  vcpus: flavor.vcpus,
  memoryMb: flavor.memoryMb,
  rootGb: flavor.rootGb,
  ephemeralGb: flavor.ephemeralGb,
  swapMb: flavor.swapMb,
  description: flavor.description,
  extraSpecs: flavor.extraSpecs,
})
