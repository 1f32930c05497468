import type { ComputeApiDeps } from '../app.ts'

/** The dependencies for accepting an action on a server. */
export type ActionDeps = Pick<ComputeApiDeps, 'databases' | 'clock' | 'conductor' | 'log' | 'notices'> & {
  readonly enforcer: Pick<ComputeApiDeps['enforcer'], 'isAdmin'>
}
