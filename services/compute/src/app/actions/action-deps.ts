import type { ComputeApiDeps } from '../app.ts'

/** What is needed to accept an action on a server. */
export type ActionDeps = Pick<ComputeApiDeps, 'databases' | 'clock' | 'conductor' | 'log' | 'notices'> & {
  readonly enforcer: Pick<ComputeApiDeps['enforcer'], 'isAdmin'>
}
