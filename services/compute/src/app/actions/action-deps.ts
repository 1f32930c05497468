import type { ComputeApiDeps } from '../app.ts'

/** What it takes to take on what is asked of a server. */
export type ActionDeps = Pick<ComputeApiDeps, 'databases' | 'clock' | 'conductor' | 'log' | 'notices'> & {
  readonly enforcer: Pick<ComputeApiDeps['enforcer'], 'isAdmin'>
}
