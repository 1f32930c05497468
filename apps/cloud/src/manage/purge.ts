import { purge } from '@nimbo/compute/manage/purge'
import { UserError } from '../user-error.ts'
import { countsOf, instantOf } from './archive-deleted-rows.ts'
import type { ManageCommand } from './command.ts'
import { manageCloud } from './managed-host.ts'

const nothingToDelete = 3

export const purgeCommand: ManageCommand = {
  name: 'purge',
  summary: 'Deletes archived rows for good; exit code 3 when there were none.',
  options: {
    all: { type: 'boolean', help: 'all of them' },
    before: { type: 'string', value: 'DATE', help: 'those of servers deleted before it' },
    verbose: { type: 'boolean', help: 'show how many of which tables' },
  },
  run: (given, places, say) =>
    manageCloud(['nova'], places, async (managed) => {
      const before = instantOf(given, 'before')
      if (before === undefined && !given.flag('all')) throw new UserError('give --all, or --before DATE')
      const rows = await purge(managed.databases('nova'), before === undefined ? { all: true } : { before })
      if (given.flag('verbose')) say(countsOf('Number of Rows Purged', rows))
      return Object.values(rows).some((count) => count > 0) ? 0 : nothingToDelete
    }),
}
