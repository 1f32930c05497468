import { consoleOutput } from '@nimbo/contracts/compute/actions/console-output'
import { openRemoteConsole } from '@nimbo/contracts/compute/remote-consoles'
import { findId } from '../../cloud/find.ts'
import { textAt } from '../../cloud/json-values.ts'
import { inCompute, perform, thingIn } from '../../cloud/perform.ts'
import { command, one } from '../../grammar/command.ts'
import { either, integer } from '../../grammar/option.ts'
import { everyField } from '../../output/result.ts'
import { serverKind } from './server-kind.ts'

const log = command({
  words: 'console log show',
  summary: "Show server's console output",
  output: 'none',
  positionals: { server: one('<server>', 'Server to show console log (name or ID)') },
  options: {
    lines: integer('<num-lines>', 'Number of lines to display from the end of the log (default=all)'),
  },
  run: async (session, { server, lines }) => {
    const path = { server_id: await findId(session, serverKind, server) }
    const body = { 'os-getConsoleOutput': { length: lines ?? null } }
    const output = textAt(
      await perform(session, inCompute(consoleOutput.operation), { path, body }),
      'output',
    )
    return { kind: 'text', text: output === '' || output.endsWith('\n') ? output : `${output}\n` }
  },
})

const url = command({
  words: 'console url show',
  summary: "Show server's remote console URL",
  output: 'one',
  positionals: { server: one('<server>', 'Server to show URL (name or ID)') },
  options: {
    type: either(
      {
        '--novnc': ['vnc', 'novnc'],
        '--xvpvnc': ['vnc', 'xvpvnc'],
        '--spice': ['spice', 'spice-html5'],
        '--spice-direct': ['spice', 'spice-direct'],
        '--rdp': ['rdp', 'rdp-html5'],
        '--serial': ['serial', 'serial'],
        '--mks': ['mks', 'webmks'],
      },
      'Console type (default: novnc)',
    ),
  },
  run: async (session, { server, type = ['vnc', 'novnc'] }) => {
    const path = { server_id: await findId(session, serverKind, server) }
    const body = { remote_console: { protocol: type[0], type: type[1] } }
    return everyField(thingIn(await perform(session, inCompute(openRemoteConsole), { path, body })))
  },
})

export const consoleCommands = [log, url]
