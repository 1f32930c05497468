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

/** How one service keeps quotas: its operations, the name of the project in their paths, and its names of what it limits. */
export interface QuotaPart {
  readonly show: Called
  readonly defaults: Called
  readonly details: Called
  readonly update: Called
  readonly reset: Called
  /** Absent where there are no classes. */
  readonly ofClass?: { readonly show: Called; readonly update: Called; readonly parameter: string }
  /** `tenant_id` or `project_id`. */
  readonly project: string
  /** What a body is told under: `quota_set`. */
  readonly key: string
  /** Its name of what each option limits. */
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

/** Quotas are kept by three services. */
export const quotaParts = { compute, volume, network } as const

/** What commands call a limit, where that is not the service's name of it. */
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
