import { findId, pathOf } from '../cloud/find.ts'
import { rowAt, textAt } from '../cloud/json-values.ts'
import { command, one } from '../grammar/command.ts'
import { either, integer } from '../grammar/option.ts'
import { everyField } from '../output/result.ts'
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
    const path = `${pathOf(serverKind, await findId(session, serverKind, server))}/action`
    const { body } = await session.compute.send('POST', path, {
      'os-getConsoleOutput': { length: lines ?? null },
    })
    const output = textAt(body, 'output')
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
        '--serial': ['serial', 'serial'],
      },
      'The kind of console (default: novnc)',
    ),
  },
  run: async (session, { server, type = ['vnc', 'novnc'] }) => {
    const path = `${pathOf(serverKind, await findId(session, serverKind, server))}/remote-consoles`
    const remote_console = { protocol: type[0], type: type[1] }
    return everyField(
      rowAt((await session.compute.send('POST', path, { remote_console })).body, 'remote_console'),
    )
  },
})

export const consoleCommands = [log, url]
