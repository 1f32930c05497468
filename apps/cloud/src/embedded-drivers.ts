import type { ServiceHost } from '@nimbo/service/service-host'
import { commonOptions } from '@nimbo/service/common-options'
import { backupOptions } from '@nimbo/volume/config'
import { accountOf } from './account-of.ts'
import type { CloudDrivers, Drivers } from './drivers.ts'
import { chosenBackups } from './serve/serve-backups.ts'
import { enabledStores, imageCache } from './serve/serve-stores.ts'
import { enabledVolumes } from './serve/serve-volumes.ts'
import { storagePolicies } from './serve/storage-policies.ts'
import { readerOf, type Settings } from './settings.ts'

interface Given {
  readonly drivers: Drivers
  readonly settings: Settings
}

/** The drivers of a service in a cloud of one process: those that its options enable, otherwise the cloud's own. */
export const embeddedDrivers = (
  service: string,
  { drivers, settings }: Given,
  host: ServiceHost,
): CloudDrivers => {
  const read = readerOf(settings, service)
  return {
    hypervisor: async () => drivers.hypervisors,
    network: async () => drivers.network,
    volume: async () => {
      const deps = { read, host: drivers.hypervisors[0]?.host ?? '', log: host.log }
      return (await enabledVolumes(deps)) ?? [drivers.volumes, ...(drivers.moreVolumes ?? [])]
    },
    backup: async () => {
      const { DEFAULT } = read([...commonOptions, backupOptions])
      return (await chosenBackups(DEFAULT, accountOf(host, service))) ?? drivers.backups
    },
    store: async () => {
      const stores = await enabledStores({ read, account: accountOf(host, service) })
      return { ...drivers.images, ...(stores && { stores }), ...(await imageCache({ read })) }
    },
    objects: () => storagePolicies(read, async () => drivers.objects),
  }
}
