import type { Token } from '../../domain/tokens/token.ts'
import { errors } from '../../errors.ts'

/** Whether credentials of a project are within reach of a token: of one that was handed on, only those of its own project. */
export const isInReach = (token: Token, projectId: string | null): boolean =>
  (token.applicationCredential === undefined && token.trust === undefined) ||
  (projectId !== null && token.project?.id === projectId)

/** Refuses credentials of other projects, and those of the user alone, to a token that was handed on. */
export const refuseOutOfReach = (token: Token, projectId: string | null): void => {
  if (!isInReach(token, projectId))
    throw errors.Forbidden({
      action: 'Credential project does not match the project scope of the delegated token',
    })
}
