import { UserError } from '@nimbo/kernel/user-error'
import { mapInstances } from '../../cells/map-instances.ts'
import { cellCommand, noSuchCell, theCell } from './cell-command.ts'
import { countOf } from '../count-of.ts'

const invalidCount = 127

export const mapInstancesCommand = cellCommand({
  name: 'cell_v2 map_instances',
  summary: 'Maps the servers of a cell that have no mapping, the oldest first.',
  details: 'The API finds servers by their mappings. A database from elsewhere has none for its servers.',
  exitCodes: {
    0: 'all servers of the cell were processed',
    1: '--max-count was reached; the next run continues from there',
    127: '--max-count is not a positive integer',
  },
  options: {
    cell_uuid: theCell,
    'max-count': { type: 'string', value: 'N', help: 'maximum number of servers to process (all)' },
    reset: { type: 'boolean', help: 'start with the oldest server instead of where the last run ended' },
  },
  run: async (given, managed, say) => {
    const id = given.text('cell_uuid') ?? ''
    const maxCount = countOf(given.text('max-count'), invalidCount)
    const done = await mapInstances(managed.databases(), id, { maxCount, reset: given.flag('reset') })
    if (done === undefined) throw new UserError(noSuchCell(id).trim())
    say(`${done.mapped} instances have been mapped.\n`)
    return done.complete ? 0 : 1
  },
})
