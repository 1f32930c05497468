import { floatingIps } from '@nimbo/clients/floating-ips'
import { identityClient } from '@nimbo/clients/identity'
import { type ImageClient, imageClient } from '@nimbo/clients/image'
import { imageCatalogue } from '@nimbo/clients/image-catalogue'
import { type ImageMaker, imageMaker } from '@nimbo/clients/image-maker'
import { type KeyManagerClient, keyManagerClient } from '@nimbo/clients/key-manager'
import { type NetworkClient, networkClient } from '@nimbo/clients/network'
import { type PortBindingClient, portBindingClient } from '@nimbo/clients/port-bindings'
import { type PlacementClient, placementClient, placementVersion } from '@nimbo/clients/placement'
import { type ProviderTree, providerTree } from '@nimbo/clients/provider-tree'
import { type ProjectUsages, projectUsages } from '@nimbo/clients/project-usages'
import { placementSurvey } from '@nimbo/clients/placement-survey'
import { securityGroupChanges } from '@nimbo/clients/security-group-changes'
import { type Authenticate, serviceClient } from '@nimbo/clients/service-client'
import { asService, asUser, serviceTokens } from '@nimbo/clients/service-tokens'
import { type VolumeClient, volumeClient, volumeVersion } from '@nimbo/clients/volume'
import { volumeCatalogue } from '@nimbo/clients/volume-catalogue'
import { type UnifiedLimits, unifiedLimits } from '@nimbo/clients/unified-limits'
import { type VolumeSources, volumeSources } from '@nimbo/clients/volume-sources'
import { volumeSurvey } from '@nimbo/clients/volume-survey'
import { identityApi } from '@nimbo/contracts/identity/api'
import { imageApi } from '@nimbo/contracts/image/api'
import { keyManagerApi } from '@nimbo/contracts/key-manager/api'
import { networkApi } from '@nimbo/contracts/network/api'
import { placementApi } from '@nimbo/contracts/placement/api'
import { volumeApi } from '@nimbo/contracts/volume/api'
import type { ServiceHost } from '@nimbo/service/service-host'
import type { Clients } from '../app/app.ts'
import type { Surveys } from '../audit/audit-deps.ts'

/** Clients with compute's own account. */
export interface ServiceClients {
  readonly image: ImageClient
  readonly imageMaker: ImageMaker
  readonly network: NetworkClient
  readonly bindings: PortBindingClient
  readonly volume: VolumeClient
  readonly volumeSources: VolumeSources
  readonly keys: KeyManagerClient
  readonly placement: PlacementClient
  readonly providers: ProviderTree
}

/** Clients of other services, with the user's token and with compute's own account. */
export const openClients = (
  host: Pick<ServiceHost, 'transport' | 'credentials' | 'clock'>,
): {
  readonly users: Clients
  readonly own: ServiceClients
  readonly surveys: Surveys
  readonly limits: UnifiedLimits
  readonly usages: ProjectUsages
} => {
  const tokens = serviceTokens(host.transport, host.credentials('nova'), host.clock)
  const asking = (authenticate: Authenticate) => {
    const common = { transport: host.transport, authenticate }
    return {
      identity: serviceClient({ ...common, api: identityApi }),
      image: serviceClient({ ...common, api: imageApi }),
      network: serviceClient({ ...common, api: networkApi }),
      keys: serviceClient({ ...common, api: keyManagerApi }),
      placement: serviceClient({ ...common, api: placementApi, version: placementVersion }),
      volume: serviceClient({ ...common, api: volumeApi, version: volumeVersion }),
    }
  }
  const service = asking(asService(tokens))
  const user = asking(asUser(tokens))
  const own: ServiceClients = {
    image: imageClient(service.image),
    network: networkClient(service.network),
    bindings: portBindingClient(service.network),
    volume: volumeClient(service.volume),
    volumeSources: volumeSources(service.volume),
    keys: keyManagerClient(service.keys),
    placement: placementClient(service.placement),
    providers: providerTree(service.placement),
    imageMaker: imageMaker(service.image),
  }
  return {
    own,
    limits: unifiedLimits(service.identity, { type: 'compute', clock: host.clock }),
    usages: projectUsages(service.placement),
    surveys: {
      placement: placementSurvey(service.placement),
      volume: volumeSurvey(service.volume),
    },
    users: {
      image: imageClient(user.image),
      keys: keyManagerClient(user.keys),
      network: networkClient(user.network),
      volume: volumeClient(user.volume),
      volumeSources: volumeSources(user.volume),
      proxied: {
        images: imageCatalogue(user.image),
        volumes: volumeCatalogue(user.volume),
        floatingIps: floatingIps(user.network),
        securityGroups: securityGroupChanges(user.network),
      },
      imageMaker: imageMaker(user.image),
      projects: identityClient(user.identity),
      service: own,
    },
  }
}
