import type { Context } from '@nimbo/kernel/context'
import type { AccessRule } from './access-rules.ts'

/** What identity says of a valid token: the parts of a context that come from it. */
export type TokenIdentity = Pick<
  Context,
  | 'userId'
  | 'userName'
  | 'userDomainId'
  | 'projectId'
  | 'projectName'
  | 'projectDomainId'
  | 'domainId'
  | 'systemScope'
  | 'roles'
  | 'auditId'
> & {
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  /** The only requests that the token is good for; all, where there are none. */
  readonly accessRules?: readonly AccessRule[]
  /** Of the certificate that whoever shows the token must show too (`x5t#S256`). */
  readonly certificateThumbprint?: string
  /** Users besides its own whom a token stands and falls with: those of its trust. */
  readonly dependsOn?: readonly string[]
}
