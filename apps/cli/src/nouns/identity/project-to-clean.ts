import { CliError } from '../../cloud/cli-error.ts'
import { ownProject } from '../../cloud/own-project.ts'
import type { Session } from '../../cloud/session.ts'
import { flag, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { findIn, projectKind } from './identity-kinds.ts'

/** The options that select the project whose resources are deleted. */
export const projectToCleanOptions = {
  authProject: flag('Delete resources of the project used to authenticate'),
  project: text('<project>', 'Project to clean, in which you need a role (name or ID)'),
  projectDomain: text('<project-domain>', 'Domain the project belongs to (name or ID)'),
}

interface Asked {
  readonly authProject: boolean
  readonly project: string | undefined
  readonly projectDomain: string | undefined
}

/** The id of the project selected by {@link projectToCleanOptions}, and a session within it. */
export const projectToClean = async (
  session: Session,
  { authProject, project, projectDomain }: Asked,
): Promise<{ readonly id: string; readonly within: Session }> => {
  if (authProject === (project !== undefined))
    throw new UsageError(
      authProject
        ? 'argument --project: not allowed with argument --auth-project'
        : 'one of the arguments --auth-project --project is required',
    )
  const id =
    project === undefined
      ? await ownProject(session)
      : await findIn(session, projectKind, project, projectDomain)
  // A token of the project sees nothing of other projects, so that no filter which a service ignores can delete theirs.
  const within = authProject ? session : session.inProject(id)
  if ((await ownProject(within)) !== id)
    throw new CliError(`These credentials are of another project than ${id}.`)
  return { id, within }
}
