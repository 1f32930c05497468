import * as operations from '@nimbo/contracts/volume/services'
import type { BodyOf } from '@nimbo/operation/operation'
import type { VolumeApp } from '../../app/app.ts'
import { enableService, listPools, listServices } from './services.ts'
import { capabilitiesOf } from '../../domain/pool.ts'
import { poolNameOf } from '../../domain/volume-host.ts'
import { requireKnownFilters } from '../../app/known-filters.ts'
import { handle } from '../../api/handle.ts'
import { flagOf } from '../../app/paging.ts'
import { wireTime } from '../../domain/wire-time.ts'

interface ToggleCall {
  readonly app: VolumeApp
  readonly body: BodyOf<typeof operations.enableService>
}

/** Enables or disables a service; Cinder's three paths differ in what they return. */
const toggle =
  (disabled: boolean) =>
  async ({ app, body }: ToggleCall): Promise<operations.SwitchedServiceView> => {
    const { host, binary = 'cinder-volume', disabled_reason } = body
    const reason = disabled ? (disabled_reason ?? null) : null
    await enableService(app)(binary, host, { disabled, reason })
    return {
      host,
      binary,
      service: binary,
      disabled,
      status: disabled ? 'disabled' : 'enabled',
      ...(disabled_reason === undefined ? {} : { disabled_reason }),
    }
  }

const listZones = handle(operations.listAvailabilityZones, async ({ app }) => ({
  availabilityZoneInfo: [{ zoneName: app.zone, zoneState: { available: true } }],
}))

const list = handle(operations.listServices, async ({ app, query }) => {
  const found = await listServices(app)({ binary: query.binary, host: query.host })
  return {
    services: found.map((service) => ({
      binary: service.binary,
      host: service.host,
      cluster: null,
      zone: service.zone,
      status: service.disabled === 1 ? 'disabled' : 'enabled',
      state: service.up ? 'up' : 'down',
      updated_at: wireTime(service.reported_at),
      disabled_reason: service.disabled_reason,
      ...(service.binary === 'cinder-volume'
        ? {
            frozen: service.frozen === 1,
            active_backend_id: null,
            replication_status: 'disabled',
            backend_state: 'up',
          }
        : {}),
    })),
  }
})

const enable = handle(operations.enableService, toggle(false))
const disable = handle(operations.disableService, toggle(true))
const disableWithReason = handle(operations.disableServiceWithReason, toggle(true))

const pools = handle(operations.listPools, async (call) => {
  const { app, ctx, query } = call
  requireKnownFilters('pool', { ...call, app: { seesAll: () => false } })
  const found = await listPools(app)(ctx, { name: query.name, type: query.volume_type })
  return {
    pools: found.map((pool) => ({
      name: poolNameOf(pool.host),
      ...(flagOf('detail', query.detail) ? { capabilities: capabilitiesOf(pool) } : {}),
    })),
  }
})

/** The operations for operators. */
export const services = [listZones, list, enable, disable, disableWithReason, pools]
