import { stackRedirects } from '@nimbo/contracts/orchestration/stack-redirects'
import { isFault } from '@nimbo/kernel/errors'
import { CliError, HttpError } from '../../cloud/cli-error.ts'
import { ownProject } from '../../cloud/own-project.ts'
import type { Session } from '../../cloud/session.ts'
import { many, one } from '../../grammar/command.ts'

const [redirect] = stackRedirects

export const stackName = one('<stack>', 'Stack (name or ID)')
export const stackNames = many('<stack>', 'Stack(s) (name or ID)')

/** The path parameters of the token's project. */
export const projectPath = async (session: Session) => ({ tenant_id: await ownProject(session) })

/** The path parameters of a stack given by name or id, looked up in the service. */
export const stackPath = async (session: Session, called: string) => {
  const { tenant_id } = await projectPath(session)
  try {
    const { headers } = await session.api.orchestration.answer(redirect, {
      path: { tenant_id, stack_name: called },
    })
    const [, stack_name, stack_id] = /\/stacks\/([^/?]+)\/([^/?]+)/.exec(headers.location ?? '') ?? []
    if (stack_name === undefined || stack_id === undefined)
      throw new CliError(`The orchestration service returned no location for the stack ${called}.`)
    return { tenant_id, stack_name: decodeURIComponent(stack_name), stack_id }
  } catch (error) {
    if (isNotFound(error)) throw new CliError(`Stack not found: ${called}`)
    throw error
  }
}

const isNotFound = (error: unknown): boolean =>
  (error instanceof HttpError && error.status === 404) || isFault(error, 'EntityNotFound')
