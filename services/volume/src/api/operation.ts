import { ok } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import { Type } from 'typebox'
import type { VolumeApp } from '../app/app.ts'
import { enableService, listPools, listServices } from '../app/services.ts'
import type { Pool } from '../domain/pool.ts'
import { poolNameOf } from '../domain/volume-host.ts'
import { isTrue } from './paging.ts'
import { route } from './route.ts'
import { wireTime } from './wire-time.ts'

const capabilitiesOf = (pool: Pool) => ({
  volume_backend_name: pool.backend,
  pool_name: pool.backend,
  driver_version: '1.0',
  storage_protocol: pool.driver,
  vendor_name: 'Nimbo',
  total_capacity_gb: pool.totalGb,
  free_capacity_gb: pool.freeGb,
  provisioned_capacity_gb: pool.provisionedGb,
  allocated_capacity_gb: pool.provisionedGb,
  max_over_subscription_ratio: String(pool.overSubscription),
  thin_provisioning_support: pool.thin,
  thick_provisioning_support: !pool.thin,
  reserved_percentage: 0,
  multiattach: true,
})

/** Switches a part on or off; each of Cinder's three paths says a little more or less. */
const toggle = (path: string, name: string, disabled: boolean): Route<VolumeApp> =>
  route({
    method: 'PUT',
    path,
    name,
    policy: 'volume_extension:services:update',
    body: Type.Object({
      host: Type.String({ minLength: 1, maxLength: 255 }),
      binary: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
      disabled_reason: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    }),
    replies: [200],
    handle: async ({ app, body: { host, binary = 'cinder-volume', disabled_reason } }) => {
      await enableService(app)(binary, host, {
        disabled,
        reason: disabled ? (disabled_reason ?? null) : null,
      })
      return ok({
        host,
        binary,
        service: binary,
        disabled,
        status: disabled ? 'disabled' : 'enabled',
        ...(disabled_reason === undefined ? {} : { disabled_reason }),
      })
    },
  })

/** What operators look at. */
export const operation: readonly Route<VolumeApp>[] = [
  route({
    method: 'GET',
    path: '/os-availability-zone',
    name: 'availability_zones.list',
    policy: 'volume:get_all',
    replies: [200],
    handle: async ({ app }) =>
      ok({ availabilityZoneInfo: [{ zoneName: app.zone, zoneState: { available: true } }] }),
  }),
  route({
    method: 'GET',
    path: '/extensions',
    name: 'extensions.list',
    policy: { inHandler: 'the same for everyone who has a token' },
    replies: [200],
    handle: async () => ok({ extensions: [] }),
  }),
  route({
    method: 'GET',
    path: '/os-services',
    name: 'services.list',
    policy: 'volume_extension:services:index',
    replies: [200],
    handle: async ({ app, query }) => {
      const services = await listServices(app)({ binary: query.binary, host: query.host })
      return ok({
        services: services.map((service) => ({
          binary: service.binary,
          host: service.host,
          zone: service.zone,
          status: service.disabled === 1 ? 'disabled' : 'enabled',
          state: service.up ? 'up' : 'down',
          updated_at: wireTime(service.reported_at),
          disabled_reason: service.disabled_reason,
          ...(service.binary === 'cinder-volume'
            ? { frozen: false, active_backend_id: null, replication_status: 'disabled', backend_state: 'up' }
            : {}),
        })),
      })
    },
  }),
  toggle('/os-services/enable', 'services.enable', false),
  toggle('/os-services/disable', 'services.disable', true),
  toggle('/os-services/disable-log-reason', 'services.disable_log_reason', true),
  route({
    method: 'GET',
    path: '/scheduler-stats/get_pools',
    name: 'pools.list',
    policy: 'scheduler_extension:scheduler_stats:get_pools',
    replies: [200],
    handle: async ({ app, query }) => {
      const pools = await listPools(app)()
      return ok({
        pools: pools.map((pool) => ({
          name: poolNameOf(pool.host),
          ...(isTrue(query.detail ?? null) ? { capabilities: capabilitiesOf(pool) } : {}),
        })),
      })
    },
  }),
]
