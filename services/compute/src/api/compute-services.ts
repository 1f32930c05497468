import { asBoolean, BooleanLike, exact } from '@nimbo/contracts/compute/words'
import { type Microversion, microversion } from '@nimbo/http/microversion'
import { noContent, ok } from '@nimbo/http/reply'
import { isUuid } from '@nimbo/kernel/ids'
import { Type } from 'typebox'
import type { ComputeApp } from '../app/compute-app.ts'
import { everyCell } from '../app/every-cell.ts'
import { aggregates } from '../db/aggregates.ts'
import type { ServiceRow } from '../db/cell-tables.ts'
import { hostMappings } from '../db/host-mappings.ts'
import { instances } from '../db/instances.ts'
import { type ServiceChanges, services } from '../db/services.ts'
import { zonesOfHosts } from '../domain/availability-zones.ts'
import { isUp } from '../domain/service-state.ts'
import { wireTimeMicrosOrNull } from '../domain/wire-time.ts'
import { errors } from '../errors.ts'
import { route } from './route.ts'

const forcedDownShown = microversion('2.11')
const uuids = microversion('2.53')

interface Found {
  readonly service: ServiceRow
  readonly cellId: string
}

const findAll = ({ deps }: ComputeApp, filter: { host?: string; binary?: string } = {}) =>
  everyCell(deps, async (cell, cellId) =>
    (await services(cell, deps.clock).list(filter)).map((service): Found => ({ service, cellId })),
  )

const viewer = async ({ deps }: ComputeApp) => {
  const { databases, clock, config } = deps
  const zones = zonesOfHosts(await aggregates(databases.api, clock).list())
  const downAfterMs = config.DEFAULT.service_down_time * 1000
  return (service: ServiceRow, version: Microversion): object => ({
    id: version >= uuids ? service.id : service.number,
    binary: service.binary,
    host: service.host,
    zone:
      service.binary === 'nova-compute'
        ? (zones.get(service.host) ?? config.DEFAULT.default_availability_zone)
        : config.DEFAULT.internal_service_availability_zone,
    status: service.disabled ? 'disabled' : 'enabled',
    state: isUp(service, clock.now(), downAfterMs) ? 'up' : 'down',
    updated_at: wireTimeMicrosOrNull(service.last_seen_at),
    disabled_reason: service.disabled_reason,
    ...(version >= forcedDownShown ? { forced_down: service.forced_down !== 0 } : {}),
  })
}

const list = route({
  method: 'GET',
  path: '/os-services',
  name: 'services.list',
  policy: 'os_compute_api:os-services:list',
  replies: [200],
  handle: async ({ app, query, version }) => {
    const { host, binary } = query
    const found = await findAll(app, { ...(host ? { host } : {}), ...(binary ? { binary } : {}) })
    const view = await viewer(app)
    return ok({ services: found.map(({ service }) => view(service, version)) })
  },
})

const change = async (
  { deps }: ComputeApp,
  { service, cellId }: Found,
  changes: ServiceChanges,
): Promise<ServiceRow> => {
  await services(await deps.databases.cell(cellId), deps.clock).update(service.id, changes)
  return { ...service, ...changes }
}

const findById = async (app: ComputeApp, id: string): Promise<Found> => {
  if (!isUuid(id)) throw errors.BadRequest({ reason: `Invalid uuid ${id}` })
  const found = (await findAll(app)).find(({ service }) => service.id === id)
  if (!found) throw errors.ServiceNotFound({ id })
  return found
}

const update = route({
  method: 'PUT',
  path: '/os-services/{service_id}',
  name: 'services.update',
  since: '2.53',
  policy: 'os_compute_api:os-services:update',
  body: Type.Object(
    {
      status: Type.Optional(Type.Union([Type.Literal('enabled'), Type.Literal('disabled')])),
      disabled_reason: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
      forced_down: Type.Optional(BooleanLike),
    },
    exact,
  ),
  replies: [200],
  handle: async ({ app, params, body, version }) => {
    const found = await findById(app, params.service_id)
    const { status, disabled_reason, forced_down } = body
    if (status === undefined && forced_down === undefined)
      throw errors.BadRequest({
        reason: "No updates were requested. Fields 'status' or 'forced_down' should be specified.",
      })
    if (disabled_reason !== undefined && status !== 'disabled')
      throw errors.BadRequest({ reason: "Specifying 'disabled_reason' when status is 'enabled' is invalid." })
    if (found.service.binary !== 'nova-compute')
      throw errors.BadRequest({
        reason: `Updating a ${found.service.binary} service is not supported. Only nova-compute services can be updated.`,
      })
    const service = await change(app, found, {
      ...(status === undefined
        ? {}
        : { disabled: status === 'disabled' ? 1 : 0, disabled_reason: disabled_reason ?? null }),
      ...(forced_down === undefined
        ? {}
        : { forced_down: asBoolean(forced_down as boolean | string) ? 1 : 0 }),
    })
    return ok({ service: (await viewer(app))(service, version) })
  },
})

const Legacy = Type.Object(
  {
    host: Type.String({ minLength: 1, maxLength: 255 }),
    binary: Type.String({ minLength: 1, maxLength: 255 }),
    disabled_reason: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    forced_down: Type.Optional(BooleanLike),
  },
  exact,
)

/** Until 2.52 a service was changed by host and role, with the change in the path. */
const legacy = (
  [
    ['enable', '2.1', () => ({ disabled: 0, disabled_reason: null })],
    ['disable', '2.1', () => ({ disabled: 1 })],
    ['disable-log-reason', '2.1', (reason) => ({ disabled: 1, disabled_reason: reason ?? null })],
    ['force-down', '2.11', (_, down) => ({ forced_down: down ? 1 : 0 })],
  ] as readonly [string, string, (reason: string | undefined, down: boolean) => ServiceChanges][]
).map(([action, since, changesOf]) =>
  route({
    method: 'PUT',
    path: `/os-services/${action}`,
    name: `services.${action}`,
    since,
    until: '2.52',
    policy: 'os_compute_api:os-services:update',
    body: Legacy,
    replies: [200],
    handle: async ({ app, body }) => {
      const { host, binary, disabled_reason, forced_down } = body
      const [found] = await findAll(app, { host, binary })
      if (!found) throw errors.NotFound({ reason: `Could not find binary ${binary} on host ${host}.` })
      const changes = changesOf(disabled_reason, asBoolean(forced_down as boolean | string | undefined))
      const service = await change(app, found, changes)
      const shown = {
        host,
        binary,
        ...(action === 'force-down'
          ? { forced_down: service.forced_down !== 0 }
          : { status: service.disabled ? 'disabled' : 'enabled' }),
        ...(action === 'disable-log-reason' ? { disabled_reason: service.disabled_reason } : {}),
      }
      return ok({ service: shown })
    },
  }),
)

const remove = route({
  method: 'DELETE',
  path: '/os-services/{service_id}',
  name: 'services.delete',
  policy: 'os_compute_api:os-services:delete',
  replies: [204],
  handle: async ({ ctx, app, params }) => {
    const { service, cellId } = await findById(app, params.service_id)
    const { databases, clock, clients } = app.deps
    const cell = await databases.cell(cellId)
    if (service.binary === 'nova-compute') {
      if ((await instances(cell, clock).onHost(service.host)).length > 0)
        throw errors.Conflict({
          reason:
            'Unable to delete compute service that is hosting instances. Migrate or delete the instances first.',
        })
      const nodes = await cell
        .selectFrom('compute_nodes')
        .select('id')
        .where('host', '=', service.host)
        .execute()
      for (const { id } of nodes) await clients.service.placement.removeProvider(ctx, id)
      await hostMappings(databases.api, clock).remove(service.host)
    }
    await services(cell, clock).remove(service.id)
    return noContent()
  },
})

const listZones = (detailed: boolean) =>
  route({
    method: 'GET',
    path: detailed ? '/os-availability-zone/detail' : '/os-availability-zone',
    name: detailed ? 'zones.detail' : 'zones.list',
    policy: detailed
      ? 'os_compute_api:os-availability-zone:detail'
      : 'os_compute_api:os-availability-zone:list',
    replies: [200],
    handle: async ({ app }) => {
      const { databases, clock, config } = app.deps
      const zones = zonesOfHosts(await aggregates(databases.api, clock).list())
      const found = (await findAll(app)).map(({ service }) => service)
      const zoneOf = ({ host, binary }: ServiceRow): string =>
        binary === 'nova-compute'
          ? (zones.get(host) ?? config.DEFAULT.default_availability_zone)
          : config.DEFAULT.internal_service_availability_zone
      const shown = detailed ? found : found.filter(({ binary }) => binary === 'nova-compute')
      const byZone = Map.groupBy(shown, zoneOf)
      const downAfterMs = config.DEFAULT.service_down_time * 1000
      const hostsOf = (members: readonly ServiceRow[]) =>
        Object.fromEntries(
          [...Map.groupBy(members, ({ host }) => host)].map(([host, roles]) => [
            host,
            Object.fromEntries(
              roles.map((role) => [
                role.binary,
                {
                  available: isUp(role, clock.now(), downAfterMs),
                  active: role.disabled === 0,
                  updated_at: wireTimeMicrosOrNull(role.last_seen_at),
                },
              ]),
            ),
          ]),
        )
      return ok({
        availabilityZoneInfo: [...byZone].map(([zoneName, members]) => ({
          zoneName,
          zoneState: { available: members.some(({ disabled }) => disabled === 0) },
          hosts: detailed ? hostsOf(members) : null,
        })),
      })
    },
  })

export const computeServiceRoutes = [list, ...legacy, update, remove, listZones(false), listZones(true)]
