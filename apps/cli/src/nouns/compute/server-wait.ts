import { CliError, HttpError } from '../../cloud/cli-error.ts'
import { getById } from '../../cloud/find.ts'
import { textAt, textIn } from '../../cloud/json-values.ts'
import { poll, progressLine } from '../../cloud/poll.ts'
import type { Session } from '../../cloud/session.ts'
import type { Row } from '../../output/result.ts'
import { serverKind } from './server-kind.ts'

const stepOf = (server: Row): string => {
  const task = textAt(server, 'OS-EXT-STS:task_state')
  const progress = server.progress
  return [textAt(server, 'status'), task, typeof progress === 'number' ? `${progress}%` : '']
    .filter(Boolean)
    .join(' ')
}

interface Awaited {
  /** The action, for the error message: `resize`. */
  readonly action: string
  /** The statuses to which the server returns when the action fails: with one of these and no task it has ended. */
  readonly failed: readonly string[]
}

/**
 * Waits until the server has one of these statuses, with progress on the terminal. Throws a `CliError` with the fault of a server
 * that ends in ERROR, and when an action has ended without one of these statuses.
 */
export const waitForStatus = async (
  session: Session,
  id: string,
  states: readonly string[],
  { action, failed }: Awaited = { action: '', failed: [] },
): Promise<Row> => {
  const line = progressLine(session)
  const start = session.clock.now()
  // A server that is in ERROR when it is rebooted or rebuilt keeps that status until it has recovered.
  let isRecovering: boolean | undefined
  try {
    return await poll(session, `Server ${id}`, async () => {
      const server = await getById(session, serverKind, id)
      const [name, status] = [textAt(server, 'name'), textAt(server, 'status')]
      const isIdle = server['OS-EXT-STS:task_state'] == null
      isRecovering ??= status === 'ERROR' && !isIdle
      line.show(`${name}: ${stepOf(server)} (${((session.clock.now() - start) / 1000).toFixed(1)} s)`)
      if (states.includes(status) && isIdle) return server
      if (failed.includes(status) && isIdle)
        throw new CliError(
          `Server ${name} is ${status} again: its ${action} failed (see: server event list ${id}).`,
        )
      if (status !== 'ERROR' || (isRecovering && !isIdle)) return undefined
      const reason = textIn(server, 'fault', 'message')
      throw new CliError(`Server ${name} is in ERROR${reason ? `: ${reason}` : '.'}`)
    })
  } finally {
    line.clear()
  }
}

/** Waits until the server is deleted. */
export const waitForDeletion = async (session: Session, id: string): Promise<void> => {
  await poll(session, `Deleting server ${id}`, async () => {
    try {
      const server = await getById(session, serverKind, id)
      // A server in ERROR keeps that status while it is being deleted; a failed deletion is recognised by the absent task state.
      const idle = server['OS-EXT-STS:task_state'] == null
      if (server.status === 'ERROR' && idle) throw new CliError(`Error deleting server: ${id}`)
      return undefined
    } catch (error) {
      if (error instanceof HttpError && error.status === 404) return true
      throw error
    }
  })
}
