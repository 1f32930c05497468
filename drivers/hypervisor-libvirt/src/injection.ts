import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { injectIntoDisk } from '@nimbo/disk-injection/inject-into-disk'
import type { InjectedData } from '@nimbo/disk-injection/injected-data'
import type { RootPlace } from '@nimbo/disk-injection/root-file-system'
import type { ChangesNewDisk } from '@nimbo/local-guests/local-disks'
import type { DriverDeps } from './driver-deps.ts'
import type { InjectionOptions } from './injection-options.ts'

/** What the options allow of it. */
export const allowed = (
  { adminPassword, publicKey, ...others }: InjectedData,
  options: InjectionOptions,
): InjectedData => ({
  ...others,
  ...(options.password && adminPassword !== undefined ? { adminPassword } : {}),
  ...(options.key && publicKey !== undefined ? { publicKey } : {}),
})

/** The image of a kernel comes with one of a file system, without partitions. */
const rootOf = ({ imageProperties }: SpawnOrder, { root }: InjectionOptions): RootPlace => {
  const { kernel_id: kernel = '' } = imageProperties
  return kernel === '' || kernel === 'nokernel' ? root : 'whole'
}

/** Writes what an order injects into the root or rescue disk that is made for it, as far as the options say so. */
export const injectsInto = ({ guests: { injection }, log }: Pick<DriverDeps, 'guests' | 'log'>) => {
  const inject = injectIntoDisk({ log })
  return (order: SpawnOrder): ChangesNewDisk => {
    const { id, injected, rootDisk, rescueDisk } = order
    if (injection === undefined || injected === undefined) return async () => {}
    if (rootDisk.from === 'volume' && rescueDisk === undefined)
      log.warn({ server: id }, 'nothing is injected into a server that boots from a volume')
    return async (path, { whole, cachedImagePath, cachedImageFormat }) => {
      const backing = whole ? {} : { backing: { path: cachedImagePath, format: cachedImageFormat } }
      await inject({
        disk: { format: 'qcow2', path, ...backing },
        root: rootOf(order, injection),
        data: allowed(injected, injection),
      })
    }
  }
}
