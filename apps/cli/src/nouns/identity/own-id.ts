import { CliError } from '../../cloud/cli-error.ts'
import { textIn } from '../../cloud/json-values.ts'
import type { Session } from '../../cloud/session.ts'

/** The id of the authenticated user. */
export const ownId = async (session: Session): Promise<string> => {
  const id = textIn((await session.authenticated()).body, 'user', 'id')
  if (id === undefined) throw new CliError('The token contains no user ID.')
  return id
}
