import { discoverHosts } from '@nimbo/compute/manage/discover-hosts'
import { chosenCells } from '@nimbo/compute/manage/find-cell'
import type { ManageCommand } from '../command.ts'
import { manageCloud } from '../managed-host.ts'

export const discoverHostsCommand: ManageCommand = {
  name: 'cell_v2 discover_hosts',
  summary: 'Takes in compute hosts that have reported for the first time: from then on they get servers.',
  options: {
    cell_uuid: { type: 'string', value: 'UUID', help: 'of this cell alone' },
    verbose: { type: 'boolean', help: 'name them' },
    strict: { type: 'boolean', help: 'exit code 1 when there is none' },
  },
  run: (given, places) =>
    manageCloud(['nova'], places, async (managed) => {
      const host = managed.databases('nova')
      const cellId = given.text('cell_uuid')
      if (cellId !== undefined && (await chosenCells(host, cellId)).length === 0) {
        process.stdout.write(`Cell with uuid ${cellId} was not found.\n`)
        return 1
      }
      const found = await discoverHosts(host, cellId)
      if (given.flag('verbose'))
        for (const { host: name, cellId: id, cellName } of found)
          process.stdout.write(`Host ${name} is now in cell ${cellName} (${id})\n`)
      if (found.length === 0 && given.flag('strict')) {
        process.stdout.write('No new host has been found.\n')
        return 1
      }
      return 0
    }),
}
