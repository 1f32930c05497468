import { listPools, showCapabilities } from '@nimbo/contracts/volume/services'
import { isRow, rowAt } from '../../cloud/json-values.ts'
import { inVolume, perform } from '../../cloud/perform.ts'
import { command, one } from '../../grammar/command.ts'
import { lists } from '../../grammar/declared.ts'
import { flag } from '../../grammar/option.ts'
import { column, recordCell } from '../../output/cells.ts'
import { listOf } from '../../output/result.ts'

const capabilities = command({
  words: 'volume backend capability show',
  summary: 'Show the extra specs of volume types that a backend supports',
  calls: [inVolume(showCapabilities)],
  output: 'list',
  positionals: { hostname: one('<host>', 'Host whose backend is shown (host@backend-name)') },
  run: async (session, { hostname }) => {
    const reply = await perform(session, inVolume(showCapabilities), { path: { hostname } })
    const rows = Object.entries(rowAt(reply, 'properties')).map(([key, property]) => ({
      ...(isRow(property) ? property : {}),
      key,
    }))
    return listOf({ Title: 'title', Key: 'key', Type: 'type', Description: 'description' }, rows)
  },
})

const pools = lists({
  words: 'volume backend pool list',
  summary: 'List the storage pools of the backends',
  ...{ service: 'volume', operation: listPools },
  options: { long: flag('Show detailed information about pools') },
  request: ({ long }) => ({ query: long ? { detail: 'True' } : {} }),
  columns: ({ long }) => ({
    Name: 'name',
    ...(long && { Capabilities: column(recordCell, 'capabilities') }),
  }),
})

export const volumeBackendCommands = [capabilities, pools]
