import { UserError } from '@nimbo/kernel/user-error'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { purge } from '../purge.ts'
import { beforeOf, countsOf } from './archive-deleted-rows.ts'

/** nova-manage's exit codes. */
const exitCodes = { tooLittleSaid: 1, badDate: 2, nothingToDelete: 3, unexpected: 255 }

export const purgeCommand: ServiceCommand = {
  name: 'db purge',
  alias: 'purge',
  summary: 'Deletes archived rows for good.',
  exitCodes: {
    1: 'neither --all nor --before was given',
    2: '--before is no date',
    3: 'there was nothing to delete',
  },
  options: {
    all: { type: 'boolean', help: 'all of them' },
    before: { type: 'string', value: 'DATE', help: 'those of servers deleted before it' },
    'all-cells': { type: 'boolean', help: 'in every cell, as it does anyway' },
    verbose: { type: 'boolean', help: 'show how many of which tables' },
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
