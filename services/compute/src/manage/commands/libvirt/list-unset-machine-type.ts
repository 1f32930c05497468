import { UserError } from '@nimbo/kernel/user-error'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { chosenCells } from '../../find-cell.ts'
import { withoutMachineType } from '../../machine-types/without-machine-type.ts'

/** nova-manage's exit codes. */
const exitCodes = { none: 0, noCell: 2, some: 3 }

export const listUnsetMachineTypeCommand: ServiceCommand = {
  name: 'libvirt list_unset_machine_type',
  summary: 'Lists servers for which no machine type is recorded.',
  details:
    'They have that of the option hw_machine_type until their host restarts nova-compute, which records it; servers that are on no host get theirs when they are unshelved.',
  exitCodes: {
    2: 'there is no such cell',
    3: 'there are servers without a machine type',
  },
  options: {
    'cell-uuid': { type: 'string', value: 'ID', help: 'look only into this cell' },
  },
  run: async (given, managed, say) => {
    const host = managed.databases()
    const cellId = given.text('cell-uuid')
    const cells = await chosenCells(host, cellId)
    if (cellId !== undefined && cells.length === 0)
      throw new UserError(`Cell ${cellId} has no mapping.`, exitCodes.noCell)
    const ids = await withoutMachineType(host, cells)
    say(ids.length === 0 ? 'No instances found without hw_machine_type set.\n' : `${ids.join('\n')}\n`)
    return ids.length === 0 ? exitCodes.none : exitCodes.some
  },
}
