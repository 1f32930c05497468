import type { Headers } from '@nimbo/http/message'
import type { ResourcePath } from '../../domain/resource-path.ts'

/** The requested access, and the ACLs of the container. */
export interface Wanted extends ResourcePath {
  /**
   * `own`: change the account, create or change a container, see its keys. `manage`: create and delete accounts, set their
   * quotas. `list`, `read` and `write` can be granted by the ACLs of a container.
   */
  readonly right: 'own' | 'manage' | 'list' | 'read' | 'write'
  readonly readAcl?: string | undefined
  readonly writeAcl?: string | undefined
  readonly headers: Headers
}

/** The access rights of a request, which come from a token or a signature. */
export interface Access {
  may(wanted: Wanted): boolean
  /** Whether the caller is authenticated: anonymous callers get 401 instead of 403. */
  readonly isKnown: boolean
}
