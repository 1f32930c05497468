import type { ComputeApiDeps } from '../app.ts'
import type { ActionDeps } from '../actions/action-deps.ts'

/** The dependencies for creating images of servers. */
export type ImagingDeps = ActionDeps & Pick<ComputeApiDeps, 'clients' | 'computeHost' | 'config' | 'limits'>
