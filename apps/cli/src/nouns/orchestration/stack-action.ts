import {
  cancelUpdate,
  cancelWithoutRollback,
  checkStack,
  resumeStack,
  suspendStack,
} from '@nimbo/contracts/orchestration/stack-actions'
import type { Operation } from '@nimbo/operation/operation'
import { CliError } from '../../cloud/cli-error.ts'
import { textAt } from '../../cloud/json-values.ts'
import { inOrchestration, perform } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command } from '../../grammar/command.ts'
import { flag } from '../../grammar/option.ts'
import { listOf, type Row } from '../../output/result.ts'
import { stackNames, stackPath } from './stack-path.ts'
import { listedColumns } from './stack-view.ts'
import { lastEvent, showStackAt, type StackPath, waitForStack } from './stack-wait.ts'

const wait = flag('Wait until the action is complete or failed')

interface Asked {
  readonly path: StackPath
  readonly operation: Operation
  readonly wait: boolean
  /** The action whose end is waited for, if given. */
  readonly action?: string
}

const act = async (session: Session, { path, operation, wait: isAwaited, action }: Asked): Promise<Row> => {
  const marker = await lastEvent(session, path)
  await perform(session, inOrchestration(operation), { path })
  const ending = action === undefined ? {} : { action }
  return isAwaited ? waitForStack(session, { path, marker, ...ending }) : showStackAt(session, path)
}

const action = (word: string, summary: string, operation: Operation) =>
  command({
    words: `stack ${word}`,
    summary,
    calls: [inOrchestration(operation)],
    output: 'list',
    positionals: { stacks: stackNames },
    options: { wait },
    run: async (session, asked) => {
      const rows: Row[] = []
      for (const each of asked.stacks) {
        const path = await stackPath(session, each)
        rows.push(await act(session, { path, operation, wait: asked.wait, action: word.toUpperCase() }))
      }
      return listOf(listedColumns, rows)
    },
  })

const cancel = command({
  words: 'stack cancel',
  summary: 'Cancel the update of a stack, or with --no-rollback also its creation',
  calls: [inOrchestration(cancelUpdate)],
  output: 'list',
  positionals: { stacks: stackNames },
  options: {
    wait,
    noRollback: flag('Cancel without rolling back (also possible while the stack is being created)'),
  },
  run: async (session, { stacks, noRollback, ...asked }) => {
    const operation = noRollback ? cancelWithoutRollback : cancelUpdate
    const allowed = ['UPDATE_IN_PROGRESS', ...(noRollback ? ['CREATE_IN_PROGRESS'] : [])]
    const rows: Row[] = []
    for (const each of stacks) {
      const path = await stackPath(session, each)
      const status = textAt(await showStackAt(session, path), 'stack_status')
      if (!allowed.includes(status))
        throw new CliError(`Stack ${each} with status '${status.toLowerCase()}' not in cancelable state`)
      rows.push(await cancelled(session, { path, operation, wait: asked.wait }))
    }
    return listOf(listedColumns, rows)
  },
})

/** A cancelled action ends as failed, which here is the expected outcome. */
const cancelled = async (session: Session, asked: Asked): Promise<Row> => {
  try {
    return await act(session, asked)
  } catch (error) {
    if (!asked.wait || !(error instanceof CliError)) throw error
    const stack = await showStackAt(session, asked.path)
    if (textAt(stack, 'stack_status').endsWith('_FAILED')) return stack
    throw error
  }
}

export const stackActionCommands = [
  action('suspend', 'Suspend a stack', suspendStack),
  action('resume', 'Resume a stack', resumeStack),
  action('check', 'Check a stack', checkStack),
  cancel,
]
