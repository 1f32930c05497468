import { UserError } from '@nimbo/kernel/user-error'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { findServer } from '../../find-server.ts'
import { wordsOf } from '../words-of.ts'

/** nova-manage's exit codes. */
const exitCodes = { noServer: 2, noProperty: 3 }

export const showImagePropertyCommand: ServiceCommand = {
  name: 'image_property show',
  summary: 'Shows a property of its image that is stored with a server.',
  exitCodes: {
    2: 'there is no such server',
    3: 'the server has no such property',
  },
  words: 'INSTANCE PROPERTY',
  options: {},
  run: async (given, managed, say) => {
    const [serverId = '', name = ''] = wordsOf(given, 'INSTANCE', 'PROPERTY')
    const record = await findServer(managed.databases(), serverId)
    if (record === undefined)
      throw new UserError(`Instance ${serverId} could not be found.`, exitCodes.noServer)
    const value = new Map(Object.entries(record.server.imageProperties)).get(name)
    if (value === undefined)
      throw new UserError(`Image property ${name} not found for instance ${serverId}.`, exitCodes.noProperty)
    say(`${value}\n`)
    return 0
  },
}
