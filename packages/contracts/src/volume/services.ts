import { empty, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject } from '@nimbo/operation/target'
import { since } from '@nimbo/operation/windows'
import { type Static, Type } from 'typebox'
import { strictSince353, text } from './words.ts'

export const listAvailabilityZones = operation({
  id: 'availability_zones.list',
  method: 'GET',
  path: '/os-availability-zone',
  summary: 'List availability zones',
  rule: 'volume:get_all',
  on: ownProject,
  replies: {
    200: view({
      availabilityZoneInfo: Type.Array(
        view({ zoneName: Type.String(), zoneState: view({ available: Type.Boolean() }) }),
      ),
    }),
  },
})

const Service = view({
  cluster: since('3.7', Type.Null()),
  binary: Type.String(),
  host: Type.String(),
  zone: Type.String(),
  status: Type.String(),
  state: Type.String(),
  updated_at: Type.String(),
  disabled_reason: nullable(Type.String()),
  frozen: Type.Optional(Type.Boolean()),
  active_backend_id: Type.Optional(Type.Null()),
  replication_status: Type.Optional(Type.String()),
  backend_state: Type.Optional(since('3.49', Type.String())),
})

export const listServices = operation({
  id: 'services.list',
  method: 'GET',
  path: '/os-services',
  summary: 'List the processes of the service',
  rule: 'volume_extension:services:index',
  on: ownProject,
  query: Type.Object({ binary: text, host: text }),
  replies: { 200: view({ services: Type.Array(Service) }) },
})

const SwitchedService = view({
  host: Type.String(),
  binary: Type.String(),
  service: Type.String(),
  disabled: Type.Boolean(),
  status: Type.String(),
  disabled_reason: Type.Optional(Type.String()),
})
export type SwitchedServiceView = Static<typeof SwitchedService>

const word = Type.String({ minLength: 1, maxLength: 255 })

export const enableService = operation({
  id: 'services.enable',
  method: 'PUT',
  path: '/os-services/enable',
  summary: 'Let volumes be placed on a host again',
  rule: 'volume_extension:services:update',
  on: ownProject,
  body: strictSince353({
    host: word,
    binary: Type.Optional(word),
    disabled_reason: Type.Optional(word),
  }),
  replies: { 200: SwitchedService },
})

export const disableService = operation({
  ...enableService,
  id: 'services.disable',
  path: '/os-services/disable',
  summary: 'Place no more volumes on a host',
})

export const disableServiceWithReason = operation({
  ...enableService,
  id: 'services.disable_log_reason',
  path: '/os-services/disable-log-reason',
  summary: 'Place no more volumes on a host, and say why',
})

export const listPools = operation({
  id: 'pools.list',
  method: 'GET',
  path: '/scheduler-stats/get_pools',
  summary: 'List the pools that volumes are placed in',
  rule: 'scheduler_extension:scheduler_stats:get_pools',
  on: ownProject,
  query: Type.Object({ detail: text, name: since('3.28', text), volume_type: since('3.35', text) }),
  replies: {
    200: view({
      pools: Type.Array(
        view({
          name: Type.String(),
          capabilities: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        }),
      ),
    }),
  },
})

export const freezeHost = operation({
  id: 'services.freeze',
  method: 'PUT',
  path: '/os-services/freeze',
  summary: 'Place no more volumes on a back end until it is thawed',
  rule: 'volume:freeze_host',
  on: ownProject,
  body: strictSince353({ host: word }),
  replies: { 200: empty },
  errors: ['ServiceNotFound'],
})

export const failoverHost = operation({
  id: 'services.failover_host',
  method: 'PUT',
  path: '/os-services/failover_host',
  summary: 'Go on with the copy that a back end keeps of itself elsewhere',
  rule: 'volume:failover_host',
  on: ownProject,
  body: strictSince353({ host: word, backend_id: Type.Optional(nullable(word)) }),
  replies: { 202: empty },
  errors: ['ServiceNotFound', 'InvalidInput'],
})

export const failover = operation({
  ...failoverHost,
  id: 'services.failover',
  path: '/os-services/failover',
  since: '3.26',
  body: strictSince353({
    host: Type.Optional(nullable(word)),
    cluster: Type.Optional(nullable(word)),
    backend_id: Type.Optional(nullable(word)),
  }),
  errors: ['ServiceNotFound', 'ClusterNotFound', 'InvalidInput'],
})

export const thawHost = operation({
  ...freezeHost,
  id: 'services.thaw',
  path: '/os-services/thaw',
  summary: 'Let volumes be placed on a frozen back end again',
  rule: 'volume:thaw_host',
})

const hosts = { rule: 'volume_extension:hosts', on: ownProject }

export const listHosts = operation({
  ...hosts,
  id: 'hosts.list',
  method: 'GET',
  path: '/os-hosts',
  summary: 'List the hosts of the service',
  query: Type.Object({ zone: text }),
  replies: {
    200: view({
      hosts: Type.Array(
        view({
          host_name: Type.String(),
          service: Type.String(),
          zone: Type.String(),
          'service-status': Type.String(),
          'service-state': Type.String(),
          'last-update': Type.String(),
        }),
      ),
    }),
  },
})

export const showHost = operation({
  ...hosts,
  id: 'hosts.show',
  method: 'GET',
  path: '/os-hosts/{host_name}',
  summary: 'Show what lies on a host, by project',
  replies: {
    200: view({
      host: Type.Array(
        view({
          resource: view({
            host: Type.String(),
            project: Type.String(),
            total_volume_gb: Type.String(),
            volume_count: Type.String(),
            total_snapshot_gb: Type.String(),
            snapshot_count: Type.String(),
          }),
        }),
      ),
    }),
  },
  errors: ['ServiceNotFound'],
})

export const updateHost = operation({
  ...hosts,
  id: 'hosts.update',
  method: 'PUT',
  path: '/os-hosts/{host_name}',
  summary: 'Place volumes on a host again, or no more',
  body: strictSince353({ status: Type.String() }),
  replies: { 200: view({ host: Type.String(), status: Type.String() }) },
  errors: ['HostNotFound'],
})

export const showCapabilities = operation({
  id: 'capabilities.show',
  method: 'GET',
  path: '/capabilities/{hostname}',
  summary: 'Show what a back end can do',
  rule: 'volume_extension:capabilities',
  on: ownProject,
  replies: {
    200: view({
      namespace: Type.String(),
      vendor_name: Type.String(),
      volume_backend_name: Type.String(),
      pool_name: nullable(Type.String()),
      driver_version: Type.String(),
      storage_protocol: Type.String(),
      display_name: nullable(Type.String()),
      description: nullable(Type.String()),
      visibility: nullable(Type.String()),
      replication_targets: Type.Array(Type.Unknown()),
      properties: Type.Record(Type.String(), Type.Unknown()),
    }),
  },
  errors: ['HostNotFound'],
})
