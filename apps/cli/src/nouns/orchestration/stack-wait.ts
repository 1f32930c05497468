import { listEvents } from '@nimbo/contracts/orchestration/events'
import { showStack } from '@nimbo/contracts/orchestration/stacks'
import { CliError, HttpError } from '../../cloud/cli-error.ts'
import { given, textAt } from '../../cloud/json-values.ts'
import { inOrchestration, perform, performAll, thingIn } from '../../cloud/perform.ts'
import { poll } from '../../cloud/poll.ts'
import type { Session } from '../../cloud/session.ts'
import type { Row } from '../../output/result.ts'
import { eventLine } from './event-line.ts'
import type { stackPath } from './stack-path.ts'

export type StackPath = Awaited<ReturnType<typeof stackPath>>

/** Longer than a stack may take unless its owner says otherwise. */
const longest = 4 * 3_600_000

/** The newest event of a stack: what is told after it is told of what is asked now. */
export const lastEvent = async (session: Session, path: StackPath): Promise<string | undefined> => {
  const query = { sort_dir: 'desc', limit: 1 }
  const [event] = await performAll(session, inOrchestration(listEvents), { path, query }, 1)
  return event === undefined ? undefined : textAt(event, 'id')
}

export const showStackAt = async (session: Session, path: StackPath, outputs = false): Promise<Row> =>
  thingIn(
    await perform(session, inOrchestration(showStack), {
      path,
      query: { resolve_outputs: outputs ? 'True' : 'False' },
    }),
  )

interface Waited {
  readonly path: StackPath
  /** The event after which what is awaited is told. */
  readonly marker: string | undefined
  /** `CREATE`; whatever the stack ends with, where it is not said. */
  readonly action?: string
  /** Milliseconds between two looks. */
  readonly interval?: number
}

/** Tells what is new of a stack, a line each, to those who watch; gives the last event. */
const tellEvents = async (session: Session, path: StackPath, marker: string | undefined) => {
  const query = given({ sort_dir: 'asc', marker })
  const events = await performAll(session, inOrchestration(listEvents), { path, query })
  for (const event of events) session.streams.stderr.write(eventLine(event))
  return textAt(events.at(-1) ?? {}, 'id') || marker
}

/**
 * Waits until a stack has done what was asked of it, and tells its events meanwhile, beside the output. Gives the stack; one that failed
 * is a `CliError`.
 */
export const waitForStack = async (
  session: Session,
  { path, marker, action, interval = 1_000 }: Waited,
): Promise<Row> => {
  let last = marker
  const look = async (): Promise<Row | undefined> => {
    const stack = await showStackAt(session, path)
    last = await tellEvents(session, path, last)
    const status = textAt(stack, 'stack_status')
    const hasEnded = /_(COMPLETE|FAILED)$/.test(status)
    return hasEnded && (action === undefined || status.startsWith(`${action}_`)) ? stack : undefined
  }
  const stack = await poll(session, `Stack ${path.stack_name}`, look, { longest, interval })
  const status = textAt(stack, 'stack_status')
  if (status.endsWith('_FAILED'))
    throw new CliError(`Stack ${path.stack_name} ${status}: ${textAt(stack, 'stack_status_reason')}`)
  return stack
}

/** Waits until a stack is gone. */
export const waitForDeletion = async (session: Session, waited: Omit<Waited, 'action'>): Promise<void> => {
  try {
    await waitForStack(session, { ...waited, action: 'DELETE' })
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 404)) throw error
  }
}
