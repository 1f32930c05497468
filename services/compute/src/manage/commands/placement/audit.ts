import { placementVersion } from '@nimbo/clients/placement'
import { placementApi } from '@nimbo/contracts/placement/api'
import { isUuid } from '@nimbo/kernel/ids'
import { UserError } from '@nimbo/kernel/user-error'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { type AuditedAllocation, auditAllocations } from '../../placement/audit-allocations.ts'

/** nova-manage's exit codes. */
const exitCodes = { none: 0, failed: 1, found: 3, deleted: 4, invalid: 127 }

const lineOf = ({ consumerId, providerId, resources, deleted }: AuditedAllocation): string => {
  const what = `${JSON.stringify(resources)} of consumer ${consumerId} on resource provider ${providerId}`
  if (deleted === undefined) return `Orphaned, and can be deleted: ${what}\n`
  return deleted ? `Deleted: ${what}\n` : `Not deleted, because it was changed meanwhile: ${what}\n`
}

export const auditPlacementCommand: ServiceCommand = {
  name: 'placement audit',
  summary: 'Finds allocations in placement that belong to no server or migration.',
  details:
    'Allocations of servers that are being built, moved or deleted are left out. All cells must answer. See also: nimbo manage audit.',
  exitCodes: {
    0: 'no orphaned allocations were found',
    3: 'orphaned allocations were found',
    4: 'all orphaned allocations that were found were deleted',
    127: 'there is no such resource provider',
  },
  options: {
    verbose: { type: 'boolean', help: 'print every orphaned allocation' },
    delete: { type: 'boolean', help: 'delete the orphaned allocations' },
    resource_provider: { type: 'string', value: 'UUID', help: 'look at this resource provider alone' },
  },
  errorCode: exitCodes.failed,
  run: async (given, managed, say) => {
    const providerId = given.text('resource_provider')
    const isDelete = given.flag('delete')
    const unknown = new UserError(
      `Resource provider with UUID ${providerId} does not exist.`,
      exitCodes.invalid,
    )
    if (providerId !== undefined && !isUuid(providerId)) throw unknown
    const orphans = await managed.asOperator(
      placementApi,
      (placement) => auditAllocations(managed.databases(), placement, { providerId, isDelete }),
      placementVersion,
    )
    if (orphans === undefined) throw unknown
    if (given.flag('verbose')) for (const orphan of orphans) say(lineOf(orphan))
    const left = orphans.filter(({ deleted }) => deleted === false)
    if (left.length > 0)
      throw new UserError(
        `${left.length} orphaned allocations were changed meanwhile and not deleted; run the command again`,
        exitCodes.failed,
      )
    if (given.flag('verbose')) say(`${orphans.length} orphaned allocations were found.\n`)
    if (orphans.length === 0) return exitCodes.none
    return isDelete ? exitCodes.deleted : exitCodes.found
  },
}
