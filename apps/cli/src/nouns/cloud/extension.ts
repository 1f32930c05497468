import { listExtensions as listOfCompute } from '@nimbo/contracts/compute/extensions'
import { listExtensions as listOfNetwork, showExtension } from '@nimbo/contracts/network/extensions'
import { listExtensions as listOfVolume } from '@nimbo/contracts/volume/extensions'
import { CliError } from '../../cloud/cli-error.ts'
import { find, type Kind } from '../../cloud/find.ts'
import { inCompute, inNetwork, inVolume, performAll } from '../../cloud/perform.ts'
import { command, one } from '../../grammar/command.ts'
import { flag } from '../../grammar/option.ts'
import { listOf, type Row, showOf } from '../../output/result.ts'

/** The services that have extensions, with what to say where the list cannot be read: that is no error. */
const sources = [
  ['compute', inCompute(listOfCompute), 'Extensions list not supported by Compute API'],
  ['volume', inVolume(listOfVolume), 'Extensions list not supported by Block Storage API'],
  ['network', inNetwork(listOfNetwork), 'Failed to retrieve extensions list from Network API'],
] as const

const list = command({
  words: 'extension list',
  summary: 'List API extensions',
  output: 'list',
  options: {
    compute: flag('List extensions for the Compute API'),
    identity: flag('List extensions for the Identity API, which has none since version 3'),
    network: flag('List extensions for the Network API'),
    volume: flag('List extensions for the Block Storage API'),
    long: flag('List additional fields in output'),
  },
  run: async (session, { identity, long, ...asked }) => {
    const warn = (line: string): void => void session.streams.stderr.write(`${line}\n`)
    const all = !(identity || asked.compute || asked.network || asked.volume)
    if (identity) warn('Extensions list not supported by Identity API')
    const rows: Row[] = []
    for (const [service, called, complaint] of sources) {
      if (!all && !asked[service]) continue
      try {
        rows.push(...(await performAll(session, called)))
      } catch (error) {
        if (!(error instanceof CliError)) throw error
        warn(complaint)
      }
    }
    const more = { Namespace: 'namespace', Updated: 'updated', Links: 'links' }
    return listOf({ Name: 'name', Alias: 'alias', Description: 'description', ...(long && more) }, rows)
  },
})

const extensionKind: Kind = {
  ...{ service: 'network', list: listOfNetwork, show: showExtension },
  ...{ label: 'Extension', idKey: 'alias' },
}

const show = command({
  words: 'extension show',
  summary: 'Show API extension',
  calls: [inNetwork(showExtension)],
  output: 'one',
  positionals: { extension: one('<extension>', 'Extension of the Network API to display (name or alias)') },
  run: async (session, { extension }) =>
    showOf(
      {
        ...{ alias: 'alias', description: 'description', id: 'alias', links: 'links' },
        ...{ name: 'name', updated_at: 'updated' },
      },
      await find(session, extensionKind, extension),
    ),
})

export const extensionCommands = [list, show]
