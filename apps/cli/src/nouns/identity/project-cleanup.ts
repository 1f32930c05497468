import { messageOf } from '@nimbo/kernel/errors'
import { CliError, HttpError } from '../../cloud/cli-error.ts'
import { confirmed } from '../../cloud/confirmed.ts'
import type { Session } from '../../cloud/session.ts'
import { command } from '../../grammar/command.ts'
import { either, list, text } from '../../grammar/option.ts'
import { listOf, nothing } from '../../output/result.ts'
import { listTable } from '../../output/table.ts'
import { ageFilter, type Finding, type Phase } from './finding.ts'
import { findToClean } from './find-to-clean.ts'
import { projectToClean, projectToCleanOptions } from './project-to-clean.ts'

/** Deletes what can be deleted at the same time; gives the number of what is left. */
const deletePhase = async (session: Session, phase: Phase): Promise<number> => {
  let left = 0
  const attempt = async ({ type, id }: Finding, act: () => Promise<unknown>): Promise<void> => {
    try {
      await act()
    } catch (error) {
      // What belonged to something that was deleted before, such as to a stack, may be gone.
      if (error instanceof HttpError && error.status === 404) return
      if (!(error instanceof CliError)) throw error
      left += 1
      session.streams.stderr.write(`Failed to delete ${type} with ID '${id}': ${messageOf(error)}\n`)
    }
  }
  const waiting: (() => Promise<void>)[] = []
  for (const found of phase) {
    await attempt(found, async () => {
      await found.remove()
      if (found.untilGone) waiting.push(() => attempt(found, async () => found.untilGone?.()))
    })
  }
  for (const wait of waiting) await wait()
  return left
}

/** Shows what would be deleted and asks whether to. */
const approved = async (session: Session, found: readonly Finding[]): Promise<boolean> => {
  if (!session.streams.stdin.isTTY)
    throw new CliError('Without a terminal to ask on, the resources are deleted only with --auto-approve.')
  const rows = found.map(({ type, id, name }) => [type, id, name])
  session.streams.stderr.write(listTable(['Type', 'ID', 'Name'], rows, { printEmpty: false, width: 0 }))
  return confirmed(session, 'These resources will be deleted. Are you sure [y/N]? ')
}

const time = '<YYYY-MM-DDTHH24:MI:SS>'

const cleanup = command({
  words: 'project cleanup',
  summary: 'Clean resources associated with a project',
  output: 'list',
  options: {
    mode: either(
      { '--dry-run': 'dry run', '--auto-approve': 'approved' },
      "List a project's resources but do not delete them, or delete them without asking for confirmation",
    ),
    ...projectToCleanOptions,
    createdBefore: text(time, 'Only delete resources created before the given time'),
    updatedBefore: text(time, 'Only delete resources updated before the given time'),
    skipResource: list(
      '<resource>',
      'Keep all resources of a type, such as compute.server, block_storage.volume or network.router (repeatable)',
    ),
  },
  run: async (session, { mode, createdBefore, updatedBefore, skipResource, ...asked }) => {
    const age = ageFilter(createdBefore, updatedBefore)
    const { id, within } = await projectToClean(session, asked)
    const phases = await findToClean({
      ...{ session: within, project: id, ...age },
      skips: (...types) => types.some((type) => skipResource.includes(type)),
    })
    const found = phases.flat()
    if (mode !== 'dry run' && found.length > 0) {
      if (mode !== 'approved' && !(await approved(within, found))) return nothing
      let left = 0
      for (const phase of phases) left += await deletePhase(within, phase)
      if (left > 0) throw new CliError(`${left} resources failed to delete.`)
    }
    return listOf(
      { Type: 'type', ID: 'id', Name: 'name' },
      found.map(({ type, id: of, name }) => ({ type, id: of, name })),
    )
  },
})

export const projectCleanupCommands = [cleanup]
