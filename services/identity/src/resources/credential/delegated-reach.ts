import type { Token } from '../../domain/tokens/token.ts'
import { isDelegated } from '../../app/delegation.ts'
import { errors } from '../../errors.ts'

/**
 * Whether a token may access credentials of a project. A delegated one may only access those of its own project.
 */
export const isInReach = (token: Token, projectId: string | null): boolean =>
  !isDelegated(token) || (projectId !== null && token.project?.id === projectId)

/** Throws `Forbidden` if a delegated token would access a credential of another project or of none. */
export const refuseOutOfReach = (token: Token, projectId: string | null): void => {
  if (!isInReach(token, projectId))
    throw errors.Forbidden({
      action: 'Credential project does not match the project scope of the delegated token',
    })
}
