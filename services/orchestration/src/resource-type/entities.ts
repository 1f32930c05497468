import { listFlavors, showFlavor } from '@nimbo/contracts/compute/flavors'
import { listHosts, showHost } from '@nimbo/contracts/compute/hosts'
import { listKeyPairs, showKeyPair } from '@nimbo/contracts/compute/key-pairs'
import { listServers, showServer } from '@nimbo/contracts/compute/servers'
import { listDomains, showDomain } from '@nimbo/contracts/identity/domains'
import { listGroups, showGroup } from '@nimbo/contracts/identity/groups'
import { listProjects, showProject } from '@nimbo/contracts/identity/projects'
import { listRegions, showRegion } from '@nimbo/contracts/identity/regions'
import { listRoles, showRole } from '@nimbo/contracts/identity/roles'
import { listServices, showService } from '@nimbo/contracts/identity/services'
import { listUsers, showUser } from '@nimbo/contracts/identity/users'
import { listImages, showImage } from '@nimbo/contracts/image/images'
import { addressScopeOperations } from '@nimbo/contracts/network/address-scope'
import { networkOperations } from '@nimbo/contracts/network/network'
import { portOperations } from '@nimbo/contracts/network/port'
import { qosPolicyOperations } from '@nimbo/contracts/network/qos-policy'
import { routerOperations } from '@nimbo/contracts/network/router'
import { securityGroupOperations } from '@nimbo/contracts/network/security-group'
import { segmentOperations } from '@nimbo/contracts/network/segment'
import { subnetOperations } from '@nimbo/contracts/network/subnet'
import { subnetpoolOperations } from '@nimbo/contracts/network/subnetpool'
import { listBackups, showBackup } from '@nimbo/contracts/volume/backups'
import { listQosSpecs, showQosSpecs } from '@nimbo/contracts/volume/qos-specs'
import { listSnapshots, showSnapshot } from '@nimbo/contracts/volume/snapshots'
import { listTypes, showType } from '@nimbo/contracts/volume/types'
import { listVolumes, showVolume } from '@nimbo/contracts/volume/volumes'
import type { Operation } from '@nimbo/operation/operation'
import type { ServiceName } from './clients.ts'

/** An entity that templates refer to, and the operations that look it up. */
export interface Entity {
  readonly service: ServiceName
  /** Its name in the error that it was not found. */
  readonly called: string
  readonly show: Operation
  readonly list: Operation
  /** The key of the object in the reply of `show`; without it the whole reply is the object. */
  readonly one?: string
  readonly many: string
  /** Whether its list can be filtered by name. */
  readonly filters: boolean
  /** The field that identifies it in calls, if that is not `id`. */
  readonly id?: string
  /** The newest microversion that has it, if older than the client's. */
  readonly version?: string
}

const ofNetwork = (
  operations: { readonly show: Operation; readonly list: Operation },
  one: string,
  many: string,
): Entity => ({
  service: 'network',
  called: one,
  show: operations.show,
  list: operations.list,
  one,
  many,
  filters: true,
})

const entity = (
  service: ServiceName,
  called: string,
  [show, list]: readonly [Operation, Operation],
  [one, many]: readonly [string, string],
  filters = false,
): Entity => ({ service, called, show, list, one, many, filters })

/** The custom constraints about entities of services. */
export const entities: ReadonlyMap<string, Entity> = new Map<string, Entity>([
  ['neutron.network', ofNetwork(networkOperations, 'network', 'networks')],
  ['neutron.subnet', ofNetwork(subnetOperations, 'subnet', 'subnets')],
  ['neutron.subnetpool', ofNetwork(subnetpoolOperations, 'subnetpool', 'subnetpools')],
  ['neutron.port', ofNetwork(portOperations, 'port', 'ports')],
  ['neutron.router', ofNetwork(routerOperations, 'router', 'routers')],
  ['neutron.security_group', ofNetwork(securityGroupOperations, 'security_group', 'security_groups')],
  ['neutron.address_scope', ofNetwork(addressScopeOperations, 'address_scope', 'address_scopes')],
  ['neutron.qos_policy', ofNetwork(qosPolicyOperations, 'policy', 'policies')],
  ['neutron.segment', ofNetwork(segmentOperations, 'segment', 'segments')],
  ['nova.network', ofNetwork(networkOperations, 'network', 'networks')],
  ['nova.flavor', entity('compute', 'Flavor', [showFlavor, listFlavors], ['flavor', 'flavors'])],
  ['nova.server', entity('compute', 'Server', [showServer, listServers], ['server', 'servers'])],
  [
    'nova.keypair',
    { ...entity('compute', 'Key', [showKeyPair, listKeyPairs], ['keypair', 'keypairs']), id: 'name' },
  ],
  [
    'nova.host',
    {
      ...entity('compute', 'Host', [showHost, listHosts], ['host', 'hosts']),
      id: 'host_name',
      version: '2.42',
    },
  ],
  ['cinder.volume', entity('volume', 'Volume', [showVolume, listVolumes], ['volume', 'volumes'], true)],
  [
    'cinder.snapshot',
    entity('volume', 'VolumeSnapshot', [showSnapshot, listSnapshots], ['snapshot', 'snapshots'], true),
  ],
  [
    'cinder.backup',
    entity('volume', 'Volume backup', [showBackup, listBackups], ['backup', 'backups'], true),
  ],
  ['cinder.vtype', entity('volume', 'VolumeType', [showType, listTypes], ['volume_type', 'volume_types'])],
  [
    'cinder.qos_specs',
    entity('volume', 'QoSSpecs', [showQosSpecs, listQosSpecs], ['qos_specs', 'qos_specs']),
  ],
  [
    'glance.image',
    { service: 'image', called: 'Image', show: showImage, list: listImages, many: 'images', filters: true },
  ],
  [
    'keystone.project',
    entity('identity', 'KeystoneProject', [showProject, listProjects], ['project', 'projects'], true),
  ],
  ['keystone.user', entity('identity', 'KeystoneUser', [showUser, listUsers], ['user', 'users'], true)],
  ['keystone.group', entity('identity', 'KeystoneGroup', [showGroup, listGroups], ['group', 'groups'], true)],
  [
    'keystone.domain',
    entity('identity', 'KeystoneDomain', [showDomain, listDomains], ['domain', 'domains'], true),
  ],
  ['keystone.role', entity('identity', 'KeystoneRole', [showRole, listRoles], ['role', 'roles'], true)],
  [
    'keystone.service',
    entity('identity', 'KeystoneService', [showService, listServices], ['service', 'services'], true),
  ],
  ['keystone.region', entity('identity', 'KeystoneRegion', [showRegion, listRegions], ['region', 'regions'])],
])
