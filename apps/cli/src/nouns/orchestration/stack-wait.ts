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

/** In milliseconds; longer than the default timeout of a stack. */
const longest = 4 * 3_600_000

/** The id of a stack's newest event, read before an action so that only later events are shown. */
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
  /** The id of the event after which events are shown. */
  readonly marker: string | undefined
  /** The awaited action, such as `CREATE`; any action by default. */
  readonly action?: string
  /** Polling interval in milliseconds. */
  readonly interval?: number
}

/** Prints a stack's new events to standard error, one per line; returns the last event's id. */
const tellEvents = async (session: Session, path: StackPath, marker: string | undefined) => {
  const query = given({ sort_dir: 'asc', marker })
  const events = await performAll(session, inOrchestration(listEvents), { path, query })
  for (const event of events) session.streams.stderr.write(eventLine(event))
  return textAt(events.at(-1) ?? {}, 'id') || marker
}

/**
 * Waits until a stack's action has completed, and prints its events to standard error meanwhile. Returns the stack; throws a
 * `CliError` when it failed.
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

/** Waits until a stack is deleted. */
export const waitForDeletion = async (session: Session, waited: Omit<Waited, 'action'>): Promise<void> => {
  try {
    await waitForStack(session, { ...waited, action: 'DELETE' })
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 404)) throw error
  }
}
