import type { Census } from '../census.ts'
import type { Finding } from '../finding.ts'
import type { Check } from './check.ts'
import { checkAllocations } from './check-allocations.ts'
import { checkAttachments } from './check-attachments.ts'
import { checkBootVolumes } from './check-boot-volumes.ts'
import { checkDevices } from './check-devices.ts'
import { checkFlows } from './check-flows.ts'
import { checkHosts } from './check-hosts.ts'
import { checkPorts } from './check-ports.ts'
import { checkRecords } from './check-records.ts'
import { checkServers } from './check-servers.ts'

const checks: readonly Check[] = [
  checkRecords,
  checkServers,
  checkFlows,
  checkHosts,
  checkDevices,
  checkAllocations,
  checkPorts,
  checkAttachments,
  checkBootVolumes,
]

/** All findings in a census. */
export const findAll = (census: Census): readonly Finding[] => checks.flatMap((check) => check(census))
