import { type ImageClient, imageClient } from '@nimbo/clients/image'
import { type NetworkClient, networkClient } from '@nimbo/clients/network'
import { type PlacementClient, placementClient } from '@nimbo/clients/placement'
import { placementSurvey } from '@nimbo/clients/placement-survey'
import { type Authenticate, type RestClient, restClient } from '@nimbo/clients/rest-client'
import { asService, asUser, serviceTokens } from '@nimbo/clients/service-tokens'
import { type VolumeClient, volumeClient } from '@nimbo/clients/volume'
import { volumeSources } from '@nimbo/clients/volume-sources'
import { volumeSurvey } from '@nimbo/clients/volume-survey'
import type { ServiceHost } from '@nimbo/service/service-host'
import type { Clients } from '../app/app.ts'
import type { Surveys } from '../audit/audit-deps.ts'

/** Clients in compute's own name. */
export interface ServiceClients {
  readonly image: ImageClient
  readonly network: NetworkClient
  readonly volume: VolumeClient
  readonly placement: PlacementClient
}

/** The microversion of placement that knows consumer types and generations. */
const placementVersion = '1.39'
/** The microversion of block storage that has attachments which must be completed. */
const volumeVersion = '3.44'

/** Clients of the other services: in the name of the user who asks, and in compute's own. */
export const openClients = (
  host: Pick<ServiceHost, 'transport' | 'credentials' | 'clock'>,
): { readonly users: Clients; readonly own: ServiceClients; readonly surveys: Surveys } => {
  const tokens = serviceTokens(host.transport, host.credentials('nova'), host.clock)
  const client =
    (authenticate: Authenticate) =>
    (serviceType: string, microversion?: string): RestClient =>
      restClient({
        transport: host.transport,
        serviceType,
        authenticate,
        ...(microversion === undefined ? {} : { microversion }),
      })
  const service = client(asService(tokens))
  const user = client(asUser(tokens))
  const own: ServiceClients = {
    image: imageClient(service('image')),
    network: networkClient(service('network')),
    volume: volumeClient(service('volume', volumeVersion)),
    placement: placementClient(service('placement', placementVersion)),
  }
  return {
    own,
    surveys: {
      placement: placementSurvey(service('placement', placementVersion)),
      volume: volumeSurvey(service('volume', volumeVersion)),
    },
    users: {
      image: imageClient(user('image')),
      network: networkClient(user('network')),
      volume: volumeClient(user('volume', volumeVersion)),
      volumeSources: volumeSources(user('volume', volumeVersion)),
      service: own,
    },
  }
}
