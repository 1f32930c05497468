import type { StoredCredential } from '@nimbo/contracts/identity/credentials'
import type { Token } from '../../domain/tokens/token.ts'
import { isDelegated } from '../../app/delegation.ts'
import { errors } from '../../errors.ts'

type Reached = Pick<StoredCredential, 'type' | 'project_id'>

/** Whether a user logs in with credentials of a type. */
const isForLogin = (type: string): boolean => type === 'totp'

/**
 * Whether a token may access a credential. A delegated one may only access those of its own project, and none for logins: whoever
 * knows the secret of one becomes the user, with all roles.
 */
export const isInReach = (token: Token, { type, project_id }: Reached): boolean =>
  !isDelegated(token) || (!isForLogin(type) && project_id !== null && token.project?.id === project_id)

/** Throws `Forbidden` if a delegated token would access a credential for logins, or one of another project or of none. */
export const refuseOutOfReach = (token: Token, credential: Reached): void => {
  if (isInReach(token, credential)) return
  throw errors.Forbidden({
    action: isForLogin(credential.type)
      ? `Credentials of the type ${credential.type} are not for delegated tokens`
      : 'Credential project does not match the project scope of the delegated token',
  })
}
