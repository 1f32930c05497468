import type { Context } from '@nimbo/kernel/context'
import type { AccessRule } from './access-rules.ts'

/** The parts of a request context that Keystone returns for a valid token. */
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
  /** The requests that an application credential allows; all if absent. */
  readonly accessRules?: readonly AccessRule[]
  /** The client certificate that the token is bound to (`x5t#S256`). */
  readonly certificateThumbprint?: string
  /** Other users that the token depends on: trustor and trustee. */
  readonly dependsOn?: readonly string[]
}
