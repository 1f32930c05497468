import { summarizeVolumes } from '@nimbo/contracts/volume/volumes'
import { rowAt } from '../../cloud/json-values.ts'
import { inVolume, perform } from '../../cloud/perform.ts'
import { command } from '../../grammar/command.ts'
import { flag } from '../../grammar/option.ts'
import { column, recordCell } from '../../output/cells.ts'
import { showInOrder } from '../../output/result.ts'

export const volumeSummaryCommands = [
  command({
    words: 'volume summary',
    summary: 'Show a summary of all volumes in this deployment (from 3.12 of the API)',
    calls: [inVolume(summarizeVolumes)],
    output: 'one',
    options: { allProjects: flag('Include all projects (admin only)') },
    run: async (session, { allProjects }) => {
      const query = allProjects ? { all_tenants: 'True' } : {}
      const found = rowAt(await perform(session, inVolume(summarizeVolumes), { query }), 'volume-summary')
      return showInOrder(
        {
          ...{ 'Total Count': 'total_count', 'Total Size': 'total_size' },
          // The API returns the summed metadata from 3.36 on.
          ...('metadata' in found && { Metadata: column(recordCell, 'metadata') }),
        },
        found,
      )
    },
  }),
]
