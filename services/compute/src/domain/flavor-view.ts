import type { Flavor } from './flavor.ts'
import { linksTo } from './server-view.ts'

/** A flavor in today's shape, extra specs apart. */
export const flavorView = (flavor: Flavor, base: string) => ({
  id: flavor.id,
  name: flavor.name,
  ram: flavor.memoryMb,
  disk: flavor.rootGb,
  'OS-FLV-EXT-DATA:ephemeral': flavor.ephemeralGb,
  swap: flavor.swapMb,
  vcpus: flavor.vcpus,
  'os-flavor-access:is_public': flavor.isPublic,
  description: flavor.description,
  links: linksTo(base, `/flavors/${flavor.id}`),
})

export type FlavorView = ReturnType<typeof flavorView>
