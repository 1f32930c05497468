import { abandonStack, createStack, exportStack } from '@nimbo/contracts/orchestration/stacks'
import type { Operation } from '@nimbo/operation/operation'
import { parse } from 'yaml'
import { CliError } from '../../cloud/cli-error.ts'
import { isRow } from '../../cloud/json-values.ts'
import { inOrchestration, perform } from '../../cloud/perform.ts'
import { readText } from '../../cloud/read-text.ts'
import { writeResult } from '../../cloud/result-file.ts'
import { command, one } from '../../grammar/command.ts'
import { flag, requiredText, text } from '../../grammar/option.ts'
import { everyField, nothing } from '../../output/result.ts'
import { makeStack } from './stack-create.ts'
import { stackName, stackPath } from './stack-path.ts'
import { partOptions, stackRequest } from './stack-request.ts'

/** The files in the data of the abandoned stack, which are sent with its template. */
const filesIn = (adopted: string): Readonly<Record<string, unknown>> => {
  const value: unknown = parse(adopted)
  if (!isRow(value)) throw new CliError('The file to adopt is not a JSON object or YAML mapping.')
  return isRow(value.files) ? value.files : {}
}

const told = (word: string, summary: string, operation: Operation) =>
  command({
    words: `stack ${word}`,
    summary,
    calls: [inOrchestration(operation)],
    output: 'one',
    defaultFormat: 'json',
    positionals: { stack: stackName },
    options: { outputFile: text('<output-file>', 'File to write the result to, instead of printing it') },
    run: async (session, { stack, outputFile }) => {
      const path = await stackPath(session, stack)
      const ask = () => perform(session, inOrchestration(operation), { path })
      if (outputFile === undefined) return everyField(await ask())
      await writeResult(outputFile, ask, (reply) => `${JSON.stringify(reply, undefined, 2)}\n`)
      return nothing
    },
  })

const { tags: _, ...adoptOptions } = partOptions

export const stackAdoptCommands = [
  command({
    words: 'stack adopt',
    summary: 'Adopt a stack',
    calls: [inOrchestration(createStack)],
    output: 'one',
    positionals: { name: one('<stack-name>', 'Name of the stack to adopt') },
    options: {
      adoptFile: requiredText('<adopt-file>', 'Path to adopt stack data file'),
      ...adoptOptions,
      enableRollback: flag('Roll back if the adoption fails'),
      wait: flag('Wait until stack adopt completes'),
    },
    run: async (session, { name, adoptFile, enableRollback, wait, ...asked }) => {
      const adopt_stack_data = await readText(adoptFile)
      const request = await stackRequest({ ...asked, template: undefined, tags: undefined })
      const files = { ...filesIn(adopt_stack_data), ...(isRow(request.files) ? request.files : {}) }
      const body = {
        ...withoutEmpty(request),
        files,
        stack_name: name,
        disable_rollback: !enableRollback,
        adopt_stack_data,
      }
      return makeStack(session, body, { wait, action: 'ADOPT' })
    },
  }),
  told('abandon', 'Abandon stack and output results', abandonStack),
  told('export', 'Export stack data json', exportStack),
]

/** Omits an empty environment, so that the one of the abandoned stack is used. */
const withoutEmpty = <Request extends Readonly<Record<string, unknown>>>(request: Request) =>
  request.environment_files === undefined
    ? Object.fromEntries(Object.entries(request).filter(([key]) => key !== 'environment'))
    : request
