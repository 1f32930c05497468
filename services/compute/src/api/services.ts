import { asBoolean, BooleanLike, exact } from '@nimbo/contracts/compute/words'
import { noContent, ok } from '@nimbo/http/reply'
import { lowered } from '@nimbo/http/versioned'
import { isUuid } from '@nimbo/kernel/ids'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import { type Static, Type } from 'typebox'
import type { ServiceName } from '../app/change-service.ts'
import type { LostService } from '../app/list-services.ts'
import type { SurveyedService } from '../app/survey-hosts.ts'
import { wireTimeMicros } from '../domain/wire-time.ts'
import { errors } from '../errors.ts'
import { route } from './route.ts'

const idsAreUuids = microversion('2.53')

const serviceView = ({ row, zone, up }: SurveyedService) => ({
  id: row.id as string | number,
  number: row.number,
  binary: row.binary,
  host: row.host,
  zone,
  status: row.disabled === 0 ? 'enabled' : 'disabled',
  state: up ? 'up' : 'down',
  updated_at: wireTimeMicros(row.last_seen_at ?? row.created_at),
  disabled_reason: row.disabled_reason,
  forced_down: row.forced_down !== 0,
})

type ServiceView = Partial<ReturnType<typeof serviceView>>

const lowerService = lowered<ServiceView>(
  ['2.53', ({ number, ...view }) => ({ ...view, id: number, number })],
  ['2.11', ({ forced_down: _, ...view }) => view],
)

/** From this version on services of a cell that is down are listed, with what is known of them. */
const lostShown = microversion('2.69')

const lostView = ({ binary, host }: LostService) => ({ binary, host, status: 'UNKNOWN' })

const view = (service: SurveyedService, version: Microversion): object => {
  const { number: _, ...shown } = lowerService(serviceView(service), version) as ServiceView
  return shown
}

/** What a path calls a service in the caller's version. */
const nameOf = (id: string, version: Microversion): ServiceName => {
  if (version < idsAreUuids) return { number: id }
  if (!isUuid(id)) throw errors.BadRequest({ reason: `Invalid uuid ${id}` })
  return { id }
}

const list = route({
  method: 'GET',
  path: '/os-services',
  name: 'services.list',
  policy: 'os_compute_api:os-services:list',
  replies: [200],
  handle: async ({ app, query, version }) => {
    const { host, binary } = query
    const found = await app.services.list({
      ...(host === undefined ? {} : { host }),
      ...(binary === undefined ? {} : { binary }),
    })
    return ok({
      services: found.flatMap((service) => {
        if ('row' in service) return [view(service, version)]
        return version >= lostShown ? [lostView(service)] : []
      }),
    })
  },
})

const Reason = Type.String({ minLength: 1, maxLength: 255 })

const UpdateService = Type.Object(
  {
    status: Type.Optional(Type.Enum(['enabled', 'disabled'])),
    disabled_reason: Type.Optional(Reason),
    forced_down: Type.Optional(BooleanLike),
  },
  exact,
)

const checkWish = ({ status, disabled_reason, forced_down }: Static<typeof UpdateService>): void => {
  if (status === 'enabled' && disabled_reason !== undefined)
    throw errors.BadRequest({ reason: "Specifying 'disabled_reason' when status is 'enabled' is invalid." })
  if (status === undefined && forced_down === undefined)
    throw errors.BadRequest({
      reason: "No updates were requested. Fields 'status' or 'forced_down' should be specified.",
    })
}

const update = route({
  method: 'PUT',
  path: '/os-services/{service_id}',
  name: 'services.update',
  since: '2.53',
  policy: 'os_compute_api:os-services:update',
  body: UpdateService,
  replies: [200],
  handle: async ({ app, params, body, version }) => {
    const service = await app.services.find(nameOf(params.service_id, version))
    if (service.row.binary !== 'nova-compute')
      throw errors.BadRequest({
        reason: `Updating a ${service.row.binary} service is not supported. Only nova-compute services can be updated.`,
      })
    checkWish(body)
    const { status, disabled_reason, forced_down } = body
    const changed = await app.services.change(service, {
      ...(status === undefined ? {} : { enabled: status === 'enabled' }),
      ...(disabled_reason === undefined ? {} : { reason: disabled_reason }),
      ...(forced_down === undefined ? {} : { forcedDown: asBoolean(forced_down as boolean | string) }),
    })
    return ok({ service: view(changed, version) })
  },
})

const remove = route({
  method: 'DELETE',
  path: '/os-services/{service_id}',
  name: 'services.delete',
  policy: 'os_compute_api:os-services:delete',
  replies: [204],
  handle: async ({ ctx, app, params, version }) => {
    const service = await app.services.find(nameOf(params.service_id, version))
    await app.services.remove(ctx, service)
    return noContent()
  },
})

const Named = {
  host: Type.String({ minLength: 1, maxLength: 255 }),
  binary: Type.String({ minLength: 1, maxLength: 255 }),
}

/** What 2.53 replaced: services named by host and binary. */
const legacy = { method: 'PUT', until: '2.52', policy: 'os_compute_api:os-services:update' } as const

const enable = route({
  ...legacy,
  path: '/os-services/enable',
  name: 'services.enable',
  body: Type.Object(Named, exact),
  replies: [200],
  handle: async ({ app, body: { host, binary } }) => {
    await app.services.change(await app.services.findOn(host, binary), { enabled: true })
    return ok({ service: { host, binary, status: 'enabled' } })
  },
})

const disable = route({
  ...legacy,
  path: '/os-services/disable',
  name: 'services.disable',
  body: Type.Object(Named, exact),
  replies: [200],
  handle: async ({ app, body: { host, binary } }) => {
    await app.services.change(await app.services.findOn(host, binary), { enabled: false })
    return ok({ service: { host, binary, status: 'disabled' } })
  },
})

const disableWithReason = route({
  ...legacy,
  path: '/os-services/disable-log-reason',
  name: 'services.disable-log-reason',
  body: Type.Object({ ...Named, disabled_reason: Reason }, exact),
  replies: [200],
  handle: async ({ app, body: { host, binary, disabled_reason: reason } }) => {
    await app.services.change(await app.services.findOn(host, binary), { enabled: false, reason })
    return ok({ service: { host, binary, status: 'disabled', disabled_reason: reason } })
  },
})

const forceDown = route({
  ...legacy,
  path: '/os-services/force-down',
  name: 'services.force-down',
  since: '2.11',
  body: Type.Object({ ...Named, forced_down: BooleanLike }, exact),
  replies: [200],
  handle: async ({ app, body }) => {
    const { host, binary } = body
    const forcedDown = asBoolean(body.forced_down as boolean | string)
    await app.services.change(await app.services.findOn(host, binary), { forcedDown })
    return ok({ service: { host, binary, forced_down: forcedDown } })
  },
})

export const serviceRoutes = [list, update, remove, enable, disable, disableWithReason, forceDown]
