import { messageOf } from '@nimbo/kernel/errors'
import { CliError } from '../../cloud/cli-error.ts'
import { type Kind, removeById } from '../../cloud/find.ts'
import { textAt } from '../../cloud/json-values.ts'
import type { Session } from '../../cloud/session.ts'
import { command } from '../../grammar/command.ts'
import { flag } from '../../grammar/option.ts'
import { nothing } from '../../output/result.ts'
import { serverKind } from '../compute/server-kind.ts'
import { imageKind } from '../image/image-kind.ts'
import { backupKind, snapshotKind, volumeKind } from '../volume/volume-kinds.ts'
import { projectKind } from './identity-kinds.ts'
import { ownOf, untilGone } from './project-resources.ts'
import { projectToClean, projectToCleanOptions } from './project-to-clean.ts'

/** What is deleted of a project, in an order in which nothing keeps what comes later. */
const purged: readonly (readonly [what: string, kind: Kind])[] = [
  ['server', serverKind],
  ['image', imageKind],
  ['volume snapshot', snapshotKind],
  ['volume backup', backupKind],
  ['volume', volumeKind],
]

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
    ...projectToCleanOptions,
  },
  run: async (session, { dryRun, keepProject, ...asked }) => {
    const { id, within } = await projectToClean(session, asked)
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
