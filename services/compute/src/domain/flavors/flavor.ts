import type { EmbeddedFlavor } from '../servers/request-spec.ts'

/** A flavor as the API database has it. `id` is what the API calls `flavorid`: any text. */
export interface Flavor extends EmbeddedFlavor {
  readonly rxtxFactor: number
  readonly isPublic: boolean
  readonly disabled: boolean
  readonly createdAt: string
  readonly updatedAt: string | null
}

/** What a server keeps of its flavor. */
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
