import { actionsByCommand } from '@nimbo/contracts/compute/actions/server-actions'
import { forAll } from '../../cloud/delete-each.ts'
import { findId } from '../../cloud/find.ts'
import { command, many } from '../../grammar/command.ts'
import { nothing } from '../../output/result.ts'
import { act, allProjectsOption, scopeOf } from './server-action.ts'
import { serverKind } from './server-kind.ts'

/** The actions without arguments besides the servers, generated from compute's contract. */
export const serverActionCommands = actionsByCommand.map(({ operation, command: { verb, summary } }) =>
  command({
    words: `server ${verb}`,
    summary,
    output: 'none',
    positionals: { servers: many('<server>', `Server(s) to ${verb} (name or ID)`) },
    options: { allProjects: allProjectsOption },
    run: async (session, { servers, allProjects }) => {
      await forAll(servers, 'Server', verb, async (name) => {
        const id = await findId(session, serverKind, name, scopeOf(allProjects))
        await act(session, id, operation)
      })
      return nothing
    },
  }),
)
