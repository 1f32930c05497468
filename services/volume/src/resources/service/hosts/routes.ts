import * as operations from '@nimbo/contracts/volume/services'
import type { VolumeApp } from '../../../app/app.ts'
import { handle } from '../../../api/handle.ts'
import { type HostUsage, usageOfHost } from '../../../db/host-usage.ts'
import { setServiceDisabled, setServiceFrozen } from '../../../db/services.ts'
import { capabilitiesOf } from '../../../domain/pool.ts'
import { wireTime } from '../../../domain/wire-time.ts'
import { errors } from '../../../errors.ts'
import { listPools, listServices } from '../services.ts'

const list = handle(operations.listHosts, async ({ app, query: { zone } }) => {
  const services = await listServices(app)({})
  return {
    hosts: services
      .filter((service) => zone === undefined || service.zone === zone)
      .map((service) => ({
        host_name: service.host,
        service: service.binary,
        zone: service.zone,
        'service-status': service.up ? 'available' : 'unavailable',
        'service-state': service.disabled === 1 ? 'disabled' : 'enabled',
        'last-update': wireTime(service.reported_at),
      })),
  }
})

const usageView = (host: string, { project, volumes, volumeGb, snapshots, snapshotGb }: HostUsage) => ({
  resource: {
    host,
    project,
    total_volume_gb: String(volumeGb),
    volume_count: String(volumes),
    total_snapshot_gb: String(snapshotGb),
    snapshot_count: String(snapshots),
  },
})

const sum = (usages: readonly HostUsage[]): HostUsage =>
  usages.reduce(
    (all, each) => ({
      project: '(total)',
      volumes: all.volumes + each.volumes,
      volumeGb: all.volumeGb + each.volumeGb,
      snapshots: all.snapshots + each.snapshots,
      snapshotGb: all.snapshotGb + each.snapshotGb,
    }),
    { project: '(total)', volumes: 0, volumeGb: 0, snapshots: 0, snapshotGb: 0 },
  )

const show = handle(operations.showHost, async ({ app, params: { host_name: host } }) => {
  const known = await listServices(app)({ host })
  if (known.length === 0) throw errors.ServiceNotFound({ host, binary: 'cinder-volume' })
  const usages = await usageOfHost(app.db, host)
  return { host: [sum(usages), ...usages].map((usage) => usageView(host, usage)) }
})

const states: ReadonlyMap<string, boolean> = new Map([
  ['enable', true],
  ['disable', false],
])

const update = handle(operations.updateHost, async ({ app, params: { host_name: host }, body }) => {
  const enabled = states.get(body.status.trim().toLowerCase())
  if (enabled === undefined) throw errors.BadRequest({ reason: `Invalid status: '${body.status}'` })
  const known = await listServices(app)({ binary: 'cinder-volume', host })
  if (known.length === 0) throw errors.HostNotFound({ host })
  for (const each of known) await setServiceDisabled(app.db, each.binary, each.host, !enabled, null)
  return { host, status: enabled ? 'enabled' : 'disabled' }
})

/** Cinder answers 400 here, not 404. */
const noSuchService = (host: string) => errors.BadRequest({ reason: `No service found with host=${host}` })

const freeze = handle(operations.freezeHost, async ({ app, body: { host } }) => {
  if (!(await setServiceFrozen(app.db, host, true))) throw noSuchService(host)
})

const thaw = handle(operations.thawHost, async ({ app, body: { host } }) => {
  if (!(await setServiceFrozen(app.db, host, false))) throw noSuchService(host)
})

/** Refuses a failover with Cinder's answer for back ends without replication, which none here supports. */
const refuseFailover = async (app: VolumeApp, host: string): Promise<never> => {
  const known = await listServices(app)({ binary: 'cinder-volume', host })
  if (known.length === 0) throw noSuchService(host)
  throw errors.InvalidInput({
    reason: `Host ${host} replication_status must be enabled or failed-over to failover.`,
  })
}

const failoverHost = handle(operations.failoverHost, ({ app, body }) => refuseFailover(app, body.host))

const failover = handle(operations.failover, ({ app, body: { host, cluster } }) => {
  if (host && cluster) throw errors.InvalidInput({ reason: 'Only one of cluster and host can be given.' })
  if (cluster) throw errors.ClusterNotFound({ name: cluster })
  return refuseFailover(app, host ?? '')
})

const capabilities = handle(operations.showCapabilities, async ({ app, ctx, params: { hostname } }) => {
  const pool = (await listPools(app)(ctx, {})).find(({ host }) => host === hostname)
  if (!pool) throw errors.HostNotFound({ host: hostname })
  return {
    namespace: `OS::Storage::Capabilities::${hostname}`,
    vendor_name: 'Nimbo',
    volume_backend_name: pool.backend,
    pool_name: null,
    driver_version: '1.0',
    storage_protocol: pool.driver,
    display_name: null,
    description: null,
    visibility: null,
    replication_targets: [],
    properties: { ...capabilitiesOf(pool) },
  }
})

export const hosts = [list, show, update, freeze, thaw, failoverHost, failover, capabilities]
