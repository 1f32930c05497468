import { listOutputs, showOutput } from '@nimbo/contracts/orchestration/outputs'
import { CliError } from '../../cloud/cli-error.ts'
import { rowAt, rowsAt, textAt } from '../../cloud/json-values.ts'
import { inOrchestration, perform } from '../../cloud/perform.ts'
import { command, optional } from '../../grammar/command.ts'
import { lists } from '../../grammar/declared.ts'
import { flag } from '../../grammar/option.ts'
import { everyField, fields } from '../../output/result.ts'
import { stackName, stackPath } from './stack-path.ts'
import { jsonCell } from './stack-view.ts'
import { showStackAt } from './stack-wait.ts'

export const stackOutputCommands = [
  lists({
    words: 'stack output list',
    summary: 'List stack outputs',
    ...{ service: 'orchestration', operation: listOutputs },
    positionals: { stack: stackName },
    request: async ({ stack }, session) => ({ path: await stackPath(session, stack) }),
    columns: { output_key: 'output_key', description: 'description' },
  }),
  command({
    words: 'stack output show',
    summary: 'Show stack output',
    calls: [inOrchestration(showOutput)],
    output: 'one',
    positionals: { stack: stackName, output: optional('<output>', 'Name of the output') },
    options: { all: flag('Display all stack outputs') },
    run: async (session, { stack, output, all }) => {
      if (!all && output === undefined) throw new CliError('Either <OUTPUT NAME> or --all must be specified.')
      if (all && output !== undefined) throw new CliError('Cannot specify both <OUTPUT NAME> and --all.')
      const path = await stackPath(session, stack)
      if (output === undefined) {
        const outputs = rowsAt(await showStackAt(session, path, true), 'outputs')
        return fields(outputs.map((each) => [textAt(each, 'output_key'), jsonCell(each)]))
      }
      const request = { path: { ...path, output_key: output } }
      const shown = rowAt(await perform(session, inOrchestration(showOutput), request), 'output')
      if (shown.output_error !== undefined)
        throw new CliError(`Output error: ${textAt(shown, 'output_error')}`)
      return everyField(shown)
    },
  }),
]
