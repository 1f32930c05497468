import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { injectIntoDisk } from '@nimbo/disk-injection/inject-into-disk'
import { allowed } from '../injection.ts'
import type { ContainerDeps } from './container-deps.ts'

/** Writes what an order injects into a new root disk. The image of a container has no partitions, as in Nova. */
export const injectIntoContainer = ({
  guests: { injection },
  log,
}: Pick<ContainerDeps, 'guests' | 'log'>) => {
  const inject = injectIntoDisk({ log })
  return async ({ injected }: SpawnOrder, path: string): Promise<void> => {
    if (injection === undefined || injected === undefined) return
    await inject({ disk: { format: 'raw', path }, root: 'whole', data: allowed(injected, injection) })
  }
}
