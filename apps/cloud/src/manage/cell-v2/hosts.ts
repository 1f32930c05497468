import { deleteHost, listHosts } from '@nimbo/compute/manage/mapped-hosts'
import type { ManageCommand } from '../command.ts'
import { manageCloud } from '../managed-host.ts'
import { printTable } from '../print-table.ts'

const unknownCell = (id: string): string => `Cell with uuid ${id} was not found.\n`

export const listHostsCommand: ManageCommand = {
  name: 'cell_v2 list_hosts',
  summary: 'Lists compute hosts and their cells.',
  options: { cell_uuid: { type: 'string', value: 'UUID', help: 'of this cell alone' } },
  run: (given, places) =>
    manageCloud(['nova'], places, async (managed) => {
      const cellId = given.text('cell_uuid')
      const hosts = await listHosts(managed.databases('nova'), cellId)
      if (hosts === undefined) {
        process.stdout.write(unknownCell(cellId ?? ''))
        return 1
      }
      const rows = hosts.map(({ cellName, cellId: id, host }) => [cellName, id, host])
      printTable(['Cell Name', 'Cell UUID', 'Hostname'], rows)
      return 0
    }),
}

export const deleteHostCommand: ManageCommand = {
  name: 'cell_v2 delete_host',
  summary: 'Forgets a compute host that has no servers, until it is discovered again.',
  options: {
    cell_uuid: { type: 'string', value: 'UUID', help: 'its cell', required: true },
    host: { type: 'string', value: 'NAME', help: 'the host', required: true },
  },
  run: (given, places) =>
    manageCloud(['nova'], places, async (managed) => {
      const [cellId, name] = [given.text('cell_uuid') ?? '', given.text('host') ?? '']
      const done = await deleteHost(managed.databases('nova'), cellId, name)
      const says = {
        deleted: '',
        'unknown-cell': unknownCell(cellId),
        'unknown-host': `The host ${name} was not found in cell with uuid ${cellId}.\n`,
        'has-servers': `There are instances on the host ${name}.\n`,
      }
      process.stdout.write(says[done])
      return { deleted: 0, 'unknown-cell': 1, 'unknown-host': 2, 'has-servers': 3 }[done]
    }),
}
