import type { ComputeApiDeps } from '../app.ts'
import type { ActionDeps } from './action-deps.ts'

/** What it takes to make images of servers. */
export type ImagingDeps = ActionDeps & Pick<ComputeApiDeps, 'clients' | 'config' | 'limits'>
