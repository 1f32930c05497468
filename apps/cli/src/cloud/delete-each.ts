import { messageOf } from '@nimbo/kernel/errors'
import { CliError } from './cli-error.ts'
import { findId, type Kind, removeById } from './find.ts'
import type { Query, Session } from './session.ts'

/**
 * Calls `act` for each name and continues after failures. Throws at the end: the error itself for a single name; for several, all
 * errors with the number of failures.
 */
export const forAll = async (
  names: readonly string[],
  label: string,
  verb: string,
  act: (name: string) => Promise<unknown>,
): Promise<void> => {
  const complaints: string[] = []
  for (const name of names) {
    try {
      await act(name)
    } catch (error) {
      if (names.length === 1) throw error
      complaints.push(
        `Failed to ${verb} ${label.toLowerCase()} with name or ID '${name}': ${messageOf(error)}`,
      )
    }
  }
  if (complaints.length === 0) return
  const summary = `${complaints.length} of ${names.length} ${label.toLowerCase()}s failed to ${verb}.`
  throw new CliError([...complaints, summary].join('\n'))
}

/** Deletes each of the named resources. */
export const deleteEach = (
  session: Session,
  kind: Kind,
  names: readonly string[],
  query: Query = {},
): Promise<void> =>
  forAll(names, kind.label, 'delete', async (name) =>
    removeById(session, kind, await findId(session, kind, name, query)),
  )
