import { createStack, previewStack } from '@nimbo/contracts/orchestration/stacks'
import { rowAt, textAt, without } from '../../cloud/json-values.ts'
import { inOrchestration, perform } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, one } from '../../grammar/command.ts'
import { also, flag, integer, list, requiredText } from '../../grammar/option.ts'
import { fields, type Row } from '../../output/result.ts'
import { projectPath } from './stack-path.ts'
import { partOptions, stackRequest } from './stack-request.ts'
import { jsonCell, stackInShort } from './stack-view.ts'
import { showStackAt, waitForStack } from './stack-wait.ts'

/** Shows a preview of the stack, one field per key; values that are not scalars are shown as JSON. */
const previewed = async (session: Session, body: Row) => {
  const reply = await perform(session, inOrchestration(previewStack), {
    path: await projectPath(session),
    body,
  })
  const pairs = Object.entries(rowAt(reply, 'stack'))
  return fields(
    pairs.map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? jsonCell(value) : value,
    ]),
  )
}

/** Creates a stack, waits for it if requested, and shows it. */
export const makeStack = async (
  session: Session,
  body: Row,
  { wait, poll, action }: { wait: boolean; poll?: number | undefined; action: string },
) => {
  const project = await projectPath(session)
  const reply = await perform(session, inOrchestration(createStack), { path: project, body })
  const path = {
    ...project,
    stack_name: textAt(body, 'stack_name'),
    stack_id: textAt(rowAt(reply, 'stack'), 'id'),
  }
  // Without a pause, as 0 asks for, the client would keep the cloud and itself busy for nothing.
  const every = poll === undefined ? {} : { interval: Math.max(1, poll) * 1_000 }
  if (wait) await waitForStack(session, { path, marker: undefined, action, ...every })
  return stackInShort(without(await showStackAt(session, path), 'outputs'))
}

export const stackCreateCommands = [
  command({
    words: 'stack create',
    summary: 'Create a stack',
    calls: [inOrchestration(createStack)],
    output: 'one',
    positionals: { name: one('<stack-name>', 'Name of the stack to create') },
    options: {
      template: also(requiredText('<template>', 'Path to the template'), '-t'),
      ...partOptions,
      preCreate: list('<resource>', 'Resource with a pre-create hook, such as nested/*_name (repeatable)'),
      enableRollback: flag('Roll back if the creation fails'),
      wait: flag('Wait until the stack is complete or failed'),
      poll: integer('SECONDS', 'Seconds between status checks with --wait (default and minimum: 1)'),
      dryRun: flag('Only show a preview of the stack; nothing is created'),
    },
    run: async (session, { name, enableRollback, preCreate, wait, poll, dryRun, ...asked }) => {
      const body = {
        stack_name: name,
        disable_rollback: !enableRollback,
        ...(await stackRequest(asked, preCreate, 'pre-create')),
      }
      return dryRun ? previewed(session, body) : makeStack(session, body, { wait, poll, action: 'CREATE' })
    },
  }),
]
