import { messageOf } from '@nimbo/kernel/errors'
import { CliError, HttpError } from '../../cloud/cli-error.ts'
import { getById, type Kind, listAll, removeById } from '../../cloud/find.ts'
import { textAt } from '../../cloud/json-values.ts'
import { ownProject } from '../../cloud/own-project.ts'
import { poll } from '../../cloud/poll.ts'
import type { Query, Session } from '../../cloud/session.ts'
import { command } from '../../grammar/command.ts'
import { flag, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { nothing, type Row } from '../../output/result.ts'
import { waitForDeletion } from '../compute/server-wait.ts'
import { serverKind } from '../compute/server-kind.ts'
import { imageKind } from '../image/image-kind.ts'
import { backupKind, snapshotKind, volumeKind } from '../volume/volume-kinds.ts'
import { findIn, projectKind } from './identity-kinds.ts'

/** What is deleted of a project, in an order in which nothing keeps what comes later. */
const purged: readonly (readonly [what: string, kind: Kind])[] = [
  ['server', serverKind],
  ['image', imageKind],
  ['volume snapshot', snapshotKind],
  ['volume backup', backupKind],
  ['volume', volumeKind],
]

/** The project's resources of a kind; none where the cloud has no such service. Other projects share images with it. */
const ownOf = async (session: Session, kind: Kind): Promise<readonly Row[]> => {
  const project = await ownProject(session)
  const query: Query = kind === imageKind ? { owner: project } : {}
  try {
    const rows = await listAll(session, kind, query)
    return rows.filter(({ owner = project }) => owner === project)
  } catch (error) {
    if (error instanceof HttpError || !(error instanceof CliError)) throw error
    return []
  }
}

const untilGone = async (session: Session, kind: Kind, id: string): Promise<void> => {
  if (kind === serverKind) return waitForDeletion(session, id)
  await poll(session, `Deleting ${id}`, async () => {
    try {
      const { status } = await getById(session, kind, id)
      if (status === 'error_deleting') throw new CliError(`its status is ${status}`)
      return status === 'deleted' ? true : undefined
    } catch (error) {
      if (error instanceof HttpError && error.status === 404) return true
      throw error
    }
  })
}

/** Deletes what a session's project has of a kind, and waits until it is gone; gives the number of what is left. */
const purgeKind = async (
  session: Session,
  [what, kind]: (typeof purged)[number],
  dryRun: boolean,
): Promise<number> => {
  const tell = (line: string): void => void session.streams.stderr.write(`${line}\n`)
  const rows = await ownOf(session, kind)
  let left = 0
  const each = async (act: (id: string) => Promise<void>, ids: readonly string[]): Promise<string[]> => {
    const succeeded: string[] = []
    for (const id of ids) {
      try {
        await act(id)
        succeeded.push(id)
      } catch (error) {
        if (!(error instanceof CliError)) throw error
        left += 1
        tell(`Failed to delete ${what} with ID '${id}': ${messageOf(error)}`)
      }
    }
    return succeeded
  }
  const remove = async (id: string): Promise<void> => {
    tell(`Deleting ${what} : ${id}`)
    if (!dryRun) await removeById(session, kind, id)
  }
  const removed = await each(
    remove,
    rows.map((row) => textAt(row, 'id')),
  )
  if (!dryRun) await each((id) => untilGone(session, kind, id), removed)
  return left
}

const purge = command({
  words: 'project purge',
  summary: 'Clean resources associated with a project',
  output: 'none',
  options: {
    dryRun: flag("List a project's resources"),
    keepProject: flag("Clean project resources, but don't delete the project"),
    authProject: flag('Delete resources of the project used to authenticate'),
    project: text('<project>', 'Project to clean, in which you need a role (name or ID)'),
    projectDomain: text('<project-domain>', 'Domain the project belongs to (name or ID)'),
  },
  run: async (session, { dryRun, keepProject, authProject, project, projectDomain }) => {
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
    let left = 0
    for (const each of purged) left += await purgeKind(within, each, dryRun)
    if (left > 0) throw new CliError(`${left} resources failed to delete; the project is kept.`)
    if (keepProject) return nothing
    session.streams.stderr.write(`Deleting project: ${id}\n`)
    if (!dryRun) await removeById(session, projectKind, id)
    return nothing
  },
})

export const projectPurgeCommands = [purge]
