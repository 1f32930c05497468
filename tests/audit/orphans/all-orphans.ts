import { abandonedWork } from './abandoned-work.ts'
import type { Orphan } from './orphan.ts'
import { strayAllocations } from './stray-allocations.ts'
import { strayDomains } from './stray-domains.ts'
import { strayPorts } from './stray-ports.ts'
import { strayRecords } from './stray-records.ts'
import { strayVolumes } from './stray-volumes.ts'

/** Everything that a repair can put right, each made by hand. */
export const orphans: readonly Orphan[] = [
  ...strayAllocations,
  ...strayPorts,
  ...strayVolumes,
  ...strayRecords,
  ...abandonedWork,
  ...strayDomains,
]
