import {
  resetQuotas,
  showDefaultQuotas,
  showQuotaClass,
  showQuotaDetails,
  showQuotas,
  updateQuotaClass,
  updateQuotas,
} from '@nimbo/contracts/compute/quotas'
import {
  deleteQuota,
  showDefaultQuota,
  showQuota as showNetworkQuotas,
  showQuotaDetails as showNetworkQuotaDetails,
  updateQuota,
} from '@nimbo/contracts/network/quotas'
import {
  deleteQuotas,
  showDefaultQuotas as showDefaultVolumeQuotas,
  showQuotaClass as showVolumeQuotaClass,
  showQuotas as showVolumeQuotas,
  updateQuotaClass as updateVolumeQuotaClass,
  updateQuotas as updateVolumeQuotas,
} from '@nimbo/contracts/volume/quotas'
import { type Called, inCompute, inNetwork, inVolume } from '../../cloud/perform.ts'

/** The quotas of one service: its operations, the project parameter of their paths, and its names of the limits. */
export interface QuotaPart {
  readonly show: Called
  readonly defaults: Called
  readonly details: Called
  readonly update: Called
  readonly reset: Called
  /** Absent when the service has no quota classes. */
  readonly ofClass?: { readonly show: Called; readonly update: Called; readonly parameter: string }
  /** The path parameter: `tenant_id` or `project_id`. */
  readonly project: string
  /** The key in bodies: `quota_set`. */
  readonly key: string
  /** The service's name of the limit that each option sets. */
  readonly names: Readonly<Record<string, string>>
}

const compute: QuotaPart = {
  show: inCompute(showQuotas),
  defaults: inCompute(showDefaultQuotas),
  details: inCompute(showQuotaDetails),
  update: inCompute(updateQuotas),
  reset: inCompute(resetQuotas),
  ofClass: { show: inCompute(showQuotaClass), update: inCompute(updateQuotaClass), parameter: 'id' },
  project: 'tenant_id',
  key: 'quota_set',
  names: {
    cores: 'cores',
    instances: 'instances',
    keyPairs: 'key_pairs',
    properties: 'metadata_items',
    ram: 'ram',
    serverGroups: 'server_groups',
    serverGroupMembers: 'server_group_members',
  },
}

const volume: QuotaPart = {
  show: inVolume(showVolumeQuotas),
  defaults: inVolume(showDefaultVolumeQuotas),
  details: inVolume(showVolumeQuotas),
  update: inVolume(updateVolumeQuotas),
  reset: inVolume(deleteQuotas),
  ofClass: {
    show: inVolume(showVolumeQuotaClass),
    update: inVolume(updateVolumeQuotaClass),
    parameter: 'quota_class_name',
  },
  project: 'project_id',
  key: 'quota_set',
  names: {
    backups: 'backups',
    backupGigabytes: 'backup_gigabytes',
    gigabytes: 'gigabytes',
    perVolumeGigabytes: 'per_volume_gigabytes',
    snapshots: 'snapshots',
    volumes: 'volumes',
  },
}

const network: QuotaPart = {
  show: inNetwork(showNetworkQuotas),
  defaults: inNetwork(showDefaultQuota),
  details: inNetwork(showNetworkQuotaDetails),
  update: inNetwork(updateQuota),
  reset: inNetwork(deleteQuota),
  project: 'project_id',
  key: 'quota',
  names: {
    floatingIps: 'floatingip',
    secgroupRules: 'security_group_rule',
    secgroups: 'security_group',
    networks: 'network',
    subnets: 'subnet',
    ports: 'port',
    routers: 'router',
    rbacPolicies: 'rbac_policy',
    subnetpools: 'subnetpool',
  },
}

/** The three services with quotas. */
export const quotaParts = { compute, volume, network } as const

/** The CLI's name of a limit, if it differs from the service's. */
export const shownNames: Readonly<Record<string, string>> = {
  floatingip: 'floating-ips',
  injected_file_content_bytes: 'injected-file-size',
  injected_file_path_bytes: 'injected-path-size',
  injected_files: 'injected-files',
  key_pairs: 'key-pairs',
  metadata_items: 'properties',
  network: 'networks',
  port: 'ports',
  rbac_policy: 'rbac_policies',
  router: 'routers',
  security_group: 'secgroups',
  security_group_rule: 'secgroup-rules',
  server_group_members: 'server-group-members',
  server_groups: 'server-groups',
  subnet: 'subnets',
  subnetpool: 'subnetpools',
  per_volume_gigabytes: 'per-volume-gigabytes',
  backup_gigabytes: 'backup-gigabytes',
}
