import { nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject } from '@nimbo/operation/target'
import { since } from '@nimbo/operation/windows'
import { type Static, Type } from 'typebox'
import { strict, text } from './words.ts'

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
  backend_state: Type.Optional(Type.String()),
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
  body: strict({
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
