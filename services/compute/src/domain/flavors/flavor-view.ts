import type { FlavorView } from '@nimbo/contracts/compute/flavors'
import type { Flavor } from './flavor.ts'
import { linksTo } from '../servers/server-view.ts'

/** A flavor with the attributes of all microversions. */
export const flavorView = (flavor: Flavor, base: string): FlavorView => ({
  id: flavor.id,
  name: flavor.name,
  ram: flavor.memoryMb,
  disk: flavor.rootGb,
  'OS-FLV-EXT-DATA:ephemeral': flavor.ephemeralGb,
  swap: flavor.swapMb,
  vcpus: flavor.vcpus,
  'os-flavor-access:is_public': flavor.isPublic,
  description: flavor.description,
  extra_specs: { ...flavor.extraSpecs },
  rxtx_factor: flavor.rxtxFactor,
  'OS-FLV-DISABLED:disabled': flavor.disabled,
  links: linksTo(base, `/flavors/${flavor.id}`),
})
