import type { UntidyCloud } from '../untidy-cloud.ts'
import { abandonedWork } from './abandoned-work.ts'
import { lostServers } from './lost-servers.ts'
import type { Orphan } from './orphan.ts'
import { strayAllocations } from './stray-allocations.ts'
import { strayDevices } from './stray-devices.ts'
import { strayDomains } from './stray-domains.ts'
import { strayFiles } from './stray-files.ts'
import { strayPorts } from './stray-ports.ts'
import { strayRecords } from './stray-records.ts'
import { strayVolumes } from './stray-volumes.ts'

/** Inconsistencies that can be made without touching a hypervisor. */
export const orphansInBooks: readonly Orphan[] = [
  ...strayAllocations,
  ...strayPorts,
  ...strayVolumes,
  ...strayRecords,
  ...lostServers,
  ...strayFiles,
  ...strayDevices,
  ...abandonedWork,
]

/** All inconsistencies that the audit can repair, each made by hand. */
export const orphans: readonly Orphan<UntidyCloud>[] = [...orphansInBooks, ...strayDomains]
