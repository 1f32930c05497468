import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { archiveCommand } from './databases/archive-deleted-rows.ts'
import { audit } from './audit.ts'
import { createCellCommand } from './cells/create-cell.ts'
import { deleteCellCommand } from './cells/delete-cell.ts'
import { deleteHostCommand } from './cells/delete-host.ts'
import { discoverHostsCommand } from './cells/discover-hosts.ts'
import { listCellsCommand } from './cells/list-cells.ts'
import { listHostsCommand } from './cells/list-hosts.ts'
import { mapCell0Command } from './cells/map-cell0.ts'
import { mapInstancesCommand } from './cells/map-instances.ts'
import { purgeCommand } from './databases/purge.ts'
import { apiDbSyncCommand } from './databases/api-db-sync.ts'
import { apiDbVersionCommand } from './databases/api-db-version.ts'
import { onlineDataMigrationsCommand } from './databases/online-data-migrations.ts'
import { mapCellAndHostsCommand } from './cells/map-cell-and-hosts.ts'
import { simpleCellSetupCommand } from './cells/simple-cell-setup.ts'
import { auditPlacementCommand } from './placement/audit.ts'
import { healAllocationsCommand } from './placement/heal-allocations.ts'
import { syncAggregatesCommand } from './placement/sync-aggregates.ts'
import { getConnectorCommand } from './attachments/get-connector.ts'
import { refreshAttachmentCommand } from './attachments/refresh.ts'
import { showAttachmentCommand } from './attachments/show.ts'
import { setImagePropertyCommand } from './image-properties/set.ts'
import { showImagePropertyCommand } from './image-properties/show.ts'
import { getMachineTypeCommand } from './libvirt/get-machine-type.ts'
import { listUnsetMachineTypeCommand } from './libvirt/list-unset-machine-type.ts'
import { updateMachineTypeCommand } from './libvirt/update-machine-type.ts'
import { migrateToUnifiedLimitsCommand } from './limits/migrate-to-unified-limits.ts'
import { updateCellCommand } from './cells/update-cell.ts'
import { verifyInstanceCommand } from './cells/verify-instance.ts'

/** Compute's management commands, in the order of the help. */
export const commands: readonly ServiceCommand[] = [
  audit,
  archiveCommand,
  purgeCommand,
  onlineDataMigrationsCommand,
  apiDbSyncCommand,
  apiDbVersionCommand,
  simpleCellSetupCommand,
  mapCell0Command,
  mapCellAndHostsCommand,
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
  getConnectorCommand,
  showAttachmentCommand,
  refreshAttachmentCommand,
  migrateToUnifiedLimitsCommand,
  showImagePropertyCommand,
  setImagePropertyCommand,
  getMachineTypeCommand,
  updateMachineTypeCommand,
  listUnsetMachineTypeCommand,
]
