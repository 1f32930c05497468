import { showEnvironment, showFiles, showTemplate } from '@nimbo/contracts/orchestration/stacks'
import type { Operation } from '@nimbo/operation/operation'
import { inOrchestration, perform } from '../../cloud/perform.ts'
import { command } from '../../grammar/command.ts'
import { everyField, type Row } from '../../output/result.ts'
import { stackName, stackPath } from './stack-path.ts'

/** A command that shows a document of a stack: one field per key, by default as YAML. */
const document = (words: string, summary: string, operation: Operation, keys?: readonly string[]) =>
  command({
    words,
    summary,
    calls: [inOrchestration(operation)],
    output: 'one',
    defaultFormat: 'yaml',
    positionals: { stack: stackName },
    run: async (session, { stack }) => {
      const reply = await perform(session, inOrchestration(operation), {
        path: await stackPath(session, stack),
      })
      const shown: Row =
        keys === undefined
          ? reply
          : Object.fromEntries(Object.entries(reply).filter(([key]) => keys.includes(key)))
      return everyField(shown)
    },
  })

export const stackTemplateCommands = [document('stack template show', 'Display stack template', showTemplate)]

export const stackEnvironmentCommands = [
  document('stack environment show', "Show a stack's environment", showEnvironment, [
    'parameters',
    'resource_registry',
    'parameter_defaults',
  ]),
]

export const stackFileCommands = [document('stack file list', "Show a stack's files map", showFiles)]
