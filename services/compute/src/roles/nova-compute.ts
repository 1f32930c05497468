import type { ReadOptions } from '@nimbo/service/read-options'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import type { NovaConfig } from '../config.ts'
import { readProviderConfigs } from '../agent/host/read-provider-configs.ts'
import { openImageCache } from '../agent/images/open-image-cache.ts'
import { openingLocks } from '../agent/volumes/open-locks.ts'
import type { HypervisorOfHost } from '../driver/hypervisor-of-host.ts'
import { imageCacheCare } from '../tasks/image-cache-care.ts'
import { openClients } from './open-clients.ts'
import { networkCells } from '../agent/networks/network-cells.ts'
import { enabledMdevTypes } from '../agent/pci/enabled-mdev-types.ts'
import { runAgent } from './run-agent.ts'

export interface NovaComputeOptions {
  readonly config: NovaConfig
  readonly read: ReadOptions
  /** The hosts of this process: one, or several simulated ones. */
  readonly drivers: { hypervisor(): Promise<readonly HypervisorOfHost[]> }
}

/** QEMU runs as another user and must be able to enter the directory but not to list it. */
const enterable = 0o711

/** Starts the agents of compute hosts. They have no database access; the conductors on their cell's broker write for them. */
export const startNovaCompute = async (
  machine: ServiceHost,
  { config, drivers, read }: NovaComputeOptions,
): Promise<RunningService> => {
  const { bus, clock, log, spans } = machine
  const clients = openClients(machine).own
  const directory = await machine.directory('instances', enterable)
  const imageDirectory = await machine.directory('image-cache', enterable)
  const images = openImageCache(imageDirectory, { clients, config, log })
  const mdevTypes = enabledMdevTypes(read)
  const cellsOfNetworks = networkCells(read)
  const providerConfigs = await readProviderConfigs(config.compute.provider_config_location, log)
  const agents = (await drivers.hypervisor()).map(({ host, driver: hypervisor }) =>
    runAgent({
      ...{ host, hypervisor: openingLocks(hypervisor, clients) },
      ...{ directory, images, clients, config, mdevTypes, providerConfigs, networkCells: cellsOfNetworks },
      ...{ bus, clock, log: log.child({ host }), spans },
    }),
  )
  const caring = imageCacheCare({ config, directory: imageDirectory, agents, clock, log })
  return {
    begin: async () => {
      await Promise.all(agents.map((agent) => agent.start()))
      caring?.start()
    },
    settled: async () => {
      await Promise.all(agents.map((agent) => agent.idle()))
    },
    stop: async () => {
      await caring?.stop()
      await Promise.all(agents.map((agent) => agent.stop()))
    },
  }
}
