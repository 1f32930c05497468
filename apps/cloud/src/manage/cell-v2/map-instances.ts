import { mapInstances } from '@nimbo/compute/manage/map-instances'
import { UserError } from '../../user-error.ts'
import type { ManageCommand } from '../command.ts'
import { manageCloud } from '../managed-host.ts'

export const mapInstancesCommand: ManageCommand = {
  name: 'cell_v2 map_instances',
  summary: 'Maps servers of a cell that have no mapping; exit code 1 when there may be more.',
  options: {
    cell_uuid: { type: 'string', value: 'UUID', help: 'the cell', required: true },
    'max-count': { type: 'string', value: 'N', help: 'at most so many (all)' },
  },
  run: (given, places) =>
    manageCloud(['nova'], places, async (managed) => {
      const [id, most] = [given.text('cell_uuid') ?? '', given.text('max-count')]
      if (most !== undefined && !/^[1-9]\d*$/.test(most))
        throw new UserError(`--max-count takes a whole number from 1, not ${most}`)
      const count = most === undefined ? Number.MAX_SAFE_INTEGER : Number(most)
      const done = await mapInstances(managed.databases('nova'), id, count)
      if (done === undefined) {
        process.stdout.write(`Cell with uuid ${id} was not found.\n`)
        return 127
      }
      process.stdout.write(`${done.mapped} instances have been mapped.\n`)
      return done.complete ? 0 : 1
    }),
}
