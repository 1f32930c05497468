import { lock } from '@nimbo/contracts/compute/actions/lock'
import { CliError } from '../../cloud/cli-error.ts'
import { forAll } from '../../cloud/delete-each.ts'
import { findId } from '../../cloud/find.ts'
import { command, many } from '../../grammar/command.ts'
import { text } from '../../grammar/option.ts'
import { nothing } from '../../output/result.ts'
import { act, allProjectsOption, scopeOf } from './server-action.ts'
import { serverKind } from './server-kind.ts'

export const lockServers = command({
  words: 'server lock',
  summary: 'Lock server(s). A non-admin user will not be able to execute actions',
  output: 'none',
  positionals: { servers: many('<server>', 'Server(s) to lock (name or ID)') },
  options: {
    reason: text('<reason>', 'Reason for locking the server(s) (2.73 or above)'),
    allProjects: allProjectsOption,
  },
  run: async (session, { servers, reason, allProjects }) => {
    // Older microversions would lock without it.
    if (reason !== undefined && session.computeVersion < 2073)
      throw new CliError('--os-compute-api-version 2.73 or greater is required to use the --reason option.')
    const body = { lock: reason === undefined ? null : { locked_reason: reason } }
    await forAll(servers, 'Server', 'lock', async (name) => {
      await act(session, await findId(session, serverKind, name, scopeOf(allProjects)), lock.operation, body)
    })
    return nothing
  },
})
