import { deleteHost, type HostDeletion } from '../../cells/delete-host.ts'
import { type Answer, cellCommand, give, noSuchCell, theCell } from './cell-command.ts'

const answers = (cellId: string, host: string): Readonly<Record<HostDeletion, Answer>> => ({
  deleted: [0, ''],
  'unknown-cell': [1, noSuchCell(cellId)],
  'unknown-host': [2, `The host ${host} was not found.\n`],
  'in-other-cell': [3, `The host ${host} was not found in the cell ${cellId}.\n`],
  'has-servers': [4, `There are instances on the host ${host}.\n`],
})

export const deleteHostCommand = cellCommand({
  name: 'cell_v2 delete_host',
  summary: 'Removes a compute host without servers from its cell.',
  exitCodes: {
    1: 'there is no such cell',
    2: 'there is no such host',
    3: 'the host is in another cell',
    4: 'the host has servers',
  },
  options: {
    cell_uuid: theCell,
    host: { type: 'string', value: 'NAME', help: 'the host', required: true },
  },
  run: async (given, managed, say) => {
    const [cellId, host] = [given.text('cell_uuid') ?? '', given.text('host') ?? '']
    const done = await deleteHost(managed.databases(), cellId, host)
    return give(answers(cellId, host)[done], say)
  },
})
