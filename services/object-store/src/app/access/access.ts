import type { Headers } from '@nimbo/http/message'
import type { ResourcePath } from '../../domain/resource-path.ts'

/** What somebody wants to do, and what the lists of the container say. */
export interface Wanted extends ResourcePath {
  /**
   * `own`: to change the account, create or change a container, see its secrets. `manage`: to create and delete accounts, set their
   * quotas. `list`, `read` and `write` can be granted by the lists of a container.
   */
  readonly right: 'own' | 'manage' | 'list' | 'read' | 'write'
  readonly readAcl?: string | undefined
  readonly writeAcl?: string | undefined
  readonly headers: Headers
}

/** By what right a request is made: a token, or a signature. */
export interface Access {
  may(wanted: Wanted): boolean
  /** Whether it is known who asks: whoever is not is told to say so (401), others are refused (403). */
  readonly isKnown: boolean
}
