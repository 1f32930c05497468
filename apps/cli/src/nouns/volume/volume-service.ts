import {
  disableService,
  disableServiceWithReason,
  enableService,
  listServices,
} from '@nimbo/contracts/volume/services'
import { given } from '../../cloud/json-values.ts'
import { inVolume } from '../../cloud/perform.ts'
import { command, one } from '../../grammar/command.ts'
import { lists } from '../../grammar/declared.ts'
import { either, flag, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { nothing } from '../../output/result.ts'

const set = command({
  words: 'volume service set',
  summary: 'Set volume service properties',
  calls: [inVolume(enableService)],
  output: 'none',
  positionals: {
    host: one('<host>', 'Name of host'),
    binary: one('<service>', 'Name of service (binary name)'),
  },
  options: {
    status: either({ '--enable': 'enabled', '--disable': 'disabled' }, 'Enable or disable volume service'),
    disableReason: text('<reason>', 'Reason for disabling the service'),
  },
  run: async ({ api: { volume } }, { host, binary, status, disableReason: disabled_reason }) => {
    if (disabled_reason !== undefined && status !== 'disabled')
      throw new UsageError('Cannot specify option --disable-reason without --disable specified.')
    const body = { host, binary }
    if (status === 'enabled') await volume.call(enableService, { body })
    else if (disabled_reason !== undefined)
      await volume.call(disableServiceWithReason, { body: { ...body, disabled_reason } })
    else if (status === 'disabled') await volume.call(disableService, { body })
    return nothing
  },
})

export const volumeServiceCommands = [
  lists({
    words: 'volume service list',
    summary: 'List service command',
    ...{ service: 'volume', operation: listServices },
    options: {
      host: text('<host>', 'List services on specified host (name only)'),
      service: text('<service>', 'List only specified service (name only)'),
      long: flag('List additional fields in output'),
    },
    request: ({ host, service: binary }) => ({ query: given({ host, binary }) }),
    columns: ({ long }) => ({
      ...{ Binary: 'binary', Host: 'host', Zone: 'zone', Status: 'status', State: 'state' },
      'Updated At': 'updated_at',
      ...(long && { 'Disabled Reason': 'disabled_reason' }),
    }),
  }),
  set,
]
