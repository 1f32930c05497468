import { CliError } from './cli-error.ts'
import { textIn } from './json-values.ts'
import type { Session } from './session.ts'

/** The id of the project that the token in use is scoped to. */
export const ownProject = async (session: Session): Promise<string> => {
  const id = textIn((await session.authenticated()).body, 'project', 'id')
  if (id === undefined)
    throw new CliError('The token is not scoped to a project; specify one with --os-project-name.')
  return id
}
