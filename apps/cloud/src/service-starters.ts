import { startCompute } from '@nimbo/compute/service'
import { novaOptions } from '@nimbo/compute/service/compute-options'
import { identityOptions } from '@nimbo/identity/config'
import { startIdentity } from '@nimbo/identity/service'
import { startImage } from '@nimbo/image/service'
import { networkOptions } from '@nimbo/network/config'
import { startNetwork } from '@nimbo/network/service'
import { startPlacement } from '@nimbo/placement/service'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { startVolume } from '@nimbo/volume/service'
import type { Drivers } from './drivers.ts'
import { bootstrapEndpoint, catalog, serviceUsers } from './endpoints.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'

/** How one service is started, by the name operators know in its log. */
export interface ServiceStarter {
  readonly name: string
  readonly account: string
  readonly start: (host: ServiceHost) => Promise<RunningService>
}

interface Ground {
  /** The cloud's one address. */
  readonly url: string
  readonly region: string
  readonly drivers: Drivers
  readonly secrets: Secrets
  readonly settings: Settings
}

/** Every service of the embedded cloud, in the order they start. */
export const serviceStarters = ({
  url,
  region,
  drivers,
  secrets,
  settings,
}: Ground): readonly ServiceStarter[] => {
  const hosts = drivers.hypervisors.map(({ host }) => host)
  const bootstrap = {
    adminPassword: secrets.get('admin-password'),
    region,
    endpoints: catalog.map((entry) => bootstrapEndpoint(entry, url)),
    serviceUsers: serviceUsers.map((username) => ({
      username,
      password: secrets.get(`${username}-password`),
    })),
  }
  const sealingKey = secrets.get('compute-sealing-key')
  return [
    {
      name: 'identity',
      account: 'keystone',
      start: (host) => startIdentity(host, { bootstrap, config: settings('keystone', identityOptions) }),
    },
    { name: 'placement', account: 'placement', start: startPlacement },
    { name: 'image', account: 'glance', start: (host) => startImage(host, { store: drivers.images }) },
    {
      name: 'network',
      account: 'neutron',
      start: (host) =>
        startNetwork(host, {
          agentDriver: drivers.network,
          hosts,
          config: settings('neutron', networkOptions),
        }),
    },
    {
      name: 'volume',
      account: 'cinder',
      start: (host) => startVolume(host, { backend: drivers.volumes, host: hosts[0] ?? 'localhost' }),
    },
    {
      name: 'compute',
      account: 'nova',
      start: (host) =>
        startCompute(host, {
          hypervisors: drivers.hypervisors,
          sealingKey,
          config: settings('nova', novaOptions),
        }),
    },
  ]
}
