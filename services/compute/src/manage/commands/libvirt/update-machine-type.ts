import { UserError } from '@nimbo/kernel/user-error'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { instances } from '../../../db/servers/instances.ts'
import { machineTypeFamily, mayBecome } from '../../../domain/hardware/machine-type-family.ts'
import { findServer } from '../../find-server.ts'
import { wordsOf } from '../words-of.ts'

/** nova-manage's exit codes. */
const exitCodes = { noServer: 2, wrongState: 3, notFrom: 4, unsupported: 5 }

/** The states in which no guest runs with the machine type of before. */
const settled = ['stopped', 'shelved', 'shelved_offloaded'] as const

const requireUsable = (type: string, before: string | undefined): void => {
  if (machineTypeFamily(type) === undefined)
    throw new UserError(`Machine type ${type} is not supported.`, exitCodes.unsupported)
  if (before !== undefined && !mayBecome(before, type))
    throw new UserError(
      `Cannot update machine type ${before} to ${type}: only a later version of the same type keeps the devices of the guest where they are.`,
      exitCodes.notFrom,
    )
}

export const updateMachineTypeCommand: ServiceCommand = {
  name: 'libvirt update_machine_type',
  summary: 'Records another machine type for a server.',
  details: 'The server must be stopped or shelved. Its guest has the new machine type when it is started.',
  exitCodes: {
    2: 'there is no such server',
    3: 'the server is neither stopped nor shelved, or has a task',
    4: 'its machine type cannot become this one',
    5: 'there is no such machine type',
  },
  words: 'INSTANCE TYPE',
  options: {
    force: { type: 'boolean', help: 'record any machine type, whatever the server has and is doing' },
  },
  run: async (given, managed, say) => {
    const [serverId = '', type = ''] = wordsOf(given, 'INSTANCE', 'TYPE')
    const host = managed.databases()
    const record = await findServer(host, serverId)
    if (record === undefined)
      throw new UserError(`Instance ${serverId} could not be found.`, exitCodes.noServer)
    const { cell, server } = record
    const { hw_machine_type: before } = server.imageProperties
    const to = { imageProperties: { ...server.imageProperties, hw_machine_type: type } }
    const stored = instances(cell, host.clock)
    if (given.flag('force')) {
      say('Forcing update of machine type.\n')
      await stored.update(serverId, to)
    } else if (before !== type) {
      requireUsable(type, before)
      if (!(await stored.transition(serverId, { from: { vmStates: settled, taskStates: [null] }, to })))
        throw new UserError(
          `Instance ${serverId} must be stopped or shelved, and without a task; it is ${server.vmState}.`,
          exitCodes.wrongState,
        )
    }
    say(`Updated instance ${serverId} machine type to ${type} (previously ${before ?? 'None'})\n`)
    return 0
  },
}
