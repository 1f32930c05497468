import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { archiveCommand } from './archive-deleted-rows.ts'
import { audit } from './audit.ts'
import { createCellCommand } from './create-cell.ts'
import { deleteCellCommand } from './delete-cell.ts'
import { deleteHostCommand } from './delete-host.ts'
import { discoverHostsCommand } from './discover-hosts.ts'
import { listCellsCommand } from './list-cells.ts'
import { listHostsCommand } from './list-hosts.ts'
import { mapCell0Command } from './map-cell0.ts'
import { mapInstancesCommand } from './map-instances.ts'
import { purgeCommand } from './purge.ts'
import { auditPlacementCommand } from './placement/audit.ts'
import { healAllocationsCommand } from './placement/heal-allocations.ts'
import { syncAggregatesCommand } from './placement/sync-aggregates.ts'
import { updateCellCommand } from './update-cell.ts'
import { verifyInstanceCommand } from './verify-instance.ts'

/** Compute's management commands, in the order of the help. */
export const commands: readonly ServiceCommand[] = [
  audit,
  archiveCommand,
  purgeCommand,
  mapCell0Command,
  createCellCommand,
  updateCellCommand,
  listCellsCommand,
  discoverHostsCommand,
  mapInstancesCommand,
  verifyInstanceCommand,
  deleteCellCommand,
  listHostsCommand,
  deleteHostCommand,
  healAllocationsCommand,
  auditPlacementCommand,
  syncAggregatesCommand,
]
