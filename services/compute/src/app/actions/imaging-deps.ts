import type { ComputeApiDeps } from '../app.ts'
import type { ActionDeps } from './action-deps.ts'

/** What is needed to create images of servers. */
export type ImagingDeps = ActionDeps & Pick<ComputeApiDeps, 'clients' | 'config' | 'limits'>
