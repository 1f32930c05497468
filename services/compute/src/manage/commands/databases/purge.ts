import { UserError } from '@nimbo/kernel/user-error'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { purge } from '../../purge.ts'
import { beforeOf, countsOf } from './archive-deleted-rows.ts'

/** nova-manage's exit codes. */
const exitCodes = { tooLittleSaid: 1, badDate: 2, nothingToDelete: 3, unexpected: 255 }

export const purgeCommand: ServiceCommand = {
  name: 'db purge',
  alias: 'purge',
  summary: 'Deletes archived rows from the shadow tables.',
  exitCodes: {
    1: 'neither --all nor --before was given',
    2: '--before is not a date',
    3: 'there was nothing to delete',
  },
  options: {
    all: { type: 'boolean', help: 'delete all archived rows' },
    before: {
      type: 'string',
      value: 'DATE',
      help: 'delete only rows of servers that were deleted before this date',
    },
    'all-cells': { type: 'boolean', help: 'without effect: rows of all cells are purged in any case' },
    verbose: { type: 'boolean', help: 'print the number of rows per table' },
  },
  errorCode: exitCodes.unexpected,
  run: async (given, managed, say) => {
    const before = beforeOf(given, exitCodes.badDate)
    if (before === undefined && !given.flag('all'))
      throw new UserError('give --all, or --before DATE', exitCodes.tooLittleSaid)
    const rows = await purge(managed.databases(), before === undefined ? { all: true } : { before })
    if (given.flag('verbose')) say(countsOf('Number of Rows Purged', rows))
    return Object.values(rows).some((count) => count > 0) ? 0 : exitCodes.nothingToDelete
  },
}
