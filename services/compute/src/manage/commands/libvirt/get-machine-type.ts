import { UserError } from '@nimbo/kernel/user-error'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { findServer } from '../../find-server.ts'
import { wordsOf } from '../words-of.ts'

/** nova-manage's exit codes. */
const exitCodes = { noServer: 2, noType: 3 }

export const getMachineTypeCommand: ServiceCommand = {
  name: 'libvirt get_machine_type',
  summary: 'Shows the machine type that is recorded for a server.',
  exitCodes: {
    2: 'there is no such server',
    3: 'no machine type is recorded for it',
  },
  words: 'INSTANCE',
  options: {},
  run: async (given, managed, say) => {
    const [serverId = ''] = wordsOf(given, 'INSTANCE')
    const record = await findServer(managed.databases(), serverId)
    if (record === undefined)
      throw new UserError(`Instance ${serverId} could not be found.`, exitCodes.noServer)
    const { hw_machine_type: type } = record.server.imageProperties
    if (type === undefined)
      throw new UserError(`No machine type registered for instance ${serverId}`, exitCodes.noType)
    say(`${type}\n`)
    return 0
  },
}
