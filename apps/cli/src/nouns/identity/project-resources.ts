import { CliError, HttpError } from '../../cloud/cli-error.ts'
import { getById, type Kind, listAll } from '../../cloud/find.ts'
import { ownProject } from '../../cloud/own-project.ts'
import { poll } from '../../cloud/poll.ts'
import type { Query, Session } from '../../cloud/session.ts'
import type { Row } from '../../output/result.ts'
import { waitForDeletion } from '../compute/server-wait.ts'
import { serverKind } from '../compute/server-kind.ts'
import { imageKind } from '../image/image-kind.ts'

/** What a search finds; nothing where the cloud has no such service. */
export const orNone = async <Found>(search: () => Promise<readonly Found[]>): Promise<readonly Found[]> => {
  try {
    return await search()
  } catch (error) {
    if (error instanceof HttpError || !(error instanceof CliError)) throw error
    return []
  }
}

/** The project's resources of a kind; none where the cloud has no such service. Other projects share images with it. */
export const ownOf = async (session: Session, kind: Kind): Promise<readonly Row[]> => {
  const project = await ownProject(session)
  const query: Query = kind === imageKind ? { owner: project } : {}
  const rows = await orNone(() => listAll(session, kind, query))
  return rows.filter(({ owner = project }) => owner === project)
}

/** Waits until a resource is deleted. */
export const untilGone = async (session: Session, kind: Kind, id: string): Promise<void> => {
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
