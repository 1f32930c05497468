import type { EmbeddedFlavor } from '../servers/request-spec.ts'

/** A flavor in the API database. `id` is the API's `flavorid`: any text. */
export interface Flavor extends EmbeddedFlavor {
  readonly rxtxFactor: number
  readonly isPublic: boolean
  readonly disabled: boolean
  readonly createdAt: string
  readonly updatedAt: string | null
}

/** The part of a flavor that is stored with a server. */
export const embedFlavor = (flavor: Flavor): EmbeddedFlavor => ({
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
