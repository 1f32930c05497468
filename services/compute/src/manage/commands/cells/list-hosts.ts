import { tableOf } from '@nimbo/service/manage/table'
import { listHosts } from '../../cells/list-hosts.ts'
import { cellCommand, noSuchCell } from './cell-command.ts'

export const listHostsCommand = cellCommand({
  name: 'cell_v2 list_hosts',
  summary: 'Lists compute hosts and their cells.',
  exitCodes: {
    1: 'there is no such cell',
  },
  options: { cell_uuid: { type: 'string', value: 'UUID', help: 'list only hosts of this cell' } },
  run: async (given, managed, say) => {
    const cellId = given.text('cell_uuid')
    const hosts = await listHosts(managed.databases(), cellId)
    if (hosts === undefined) {
      say(noSuchCell(cellId ?? ''))
      return 1
    }
    const rows = hosts.map(({ cellName, cellId: id, host }) => [cellName, id, host])
    say(tableOf(['Cell Name', 'Cell UUID', 'Hostname'], rows))
    return 0
  },
})
