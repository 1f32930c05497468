import * as operations from '@nimbo/contracts/compute/services'
import { asBoolean } from '@nimbo/contracts/compute/words'
import { isFault } from '@nimbo/kernel/errors'
import { isUuid } from '@nimbo/kernel/ids'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import type { BodyOf } from '@nimbo/operation/operation'
import type { ComputeApp } from '../../app/compute-app.ts'
import type { ServiceName } from '../../app/hosts/change-service.ts'
import type { SurveyedService } from '../../app/hosts/survey-hosts.ts'
import { wireTimeMicros } from '../../domain/wire-time.ts'
import { errors, notInteger } from '../../errors.ts'
import { handle } from '../handle.ts'

const idsAreUuids = microversion('2.53')
/** Since 2.69 lists contain the services of a cell that is down, with the few known attributes. */
const lostShown = microversion('2.69')

const view = ({ row, zone, up }: SurveyedService, version: Microversion): operations.ServiceView => ({
  id: version < idsAreUuids ? row.number : row.id,
  binary: row.binary,
  host: row.host,
  zone,
  status: row.disabled === 0 ? 'enabled' : 'disabled',
  state: up ? 'up' : 'down',
  updated_at: wireTimeMicros(row.last_seen_at ?? row.created_at),
  disabled_reason: row.disabled_reason,
  forced_down: row.forced_down !== 0,
})

/** A service's id in a path: a UUID since 2.53, before that a number. */
const nameOf = (id: string, version: Microversion): ServiceName => {
  if (version < idsAreUuids) {
    if (!/^-?[0-9]+$/.test(id)) throw errors.BadRequest({ reason: notInteger })
    return { number: id }
  }
  if (!isUuid(id)) throw errors.BadRequest({ reason: `Invalid uuid ${id}` })
  return { id }
}

const list = handle(operations.listServices, async ({ app, query: { host, binary }, version }) => {
  const found = await app.services.list({
    ...(host === undefined ? {} : { host }),
    ...(binary === undefined ? {} : { binary }),
  })
  return {
    services: found.flatMap((service): readonly operations.ListedServiceView[] => {
      if ('row' in service) return [view(service, version)]
      const { binary, host: lostHost } = service
      return version >= lostShown ? [{ binary, host: lostHost, status: 'UNKNOWN' }] : []
    }),
  }
})

const requireCompute = (binary: string): void => {
  if (binary === 'nova-compute') return
  throw errors.BadRequest({
    reason: `Updating a ${binary} service is not supported. Only nova-compute services can be updated.`,
  })
}

type Wish = BodyOf<typeof operations.updateService>

const checkWish = ({ status, disabled_reason, forced_down }: Wish): void => {
  if (status === 'enabled' && disabled_reason !== undefined)
    throw errors.BadRequest({ reason: "Specifying 'disabled_reason' when status is 'enabled' is invalid." })
  if (status === undefined && forced_down === undefined)
    throw errors.BadRequest({
      reason: "No updates were requested. Fields 'status' or 'forced_down' should be specified.",
    })
}

const update = handle(operations.updateService, async ({ app, ctx, params, body, version }) => {
  const service = await app.services.find(nameOf(params.service_id, version))
  requireCompute(service.row.binary)
  checkWish(body)
  const { status, disabled_reason, forced_down } = body
  const changed = await app.services.change(ctx, service, {
    ...(status === undefined ? {} : { enabled: status === 'enabled' }),
    ...(disabled_reason === undefined ? {} : { reason: disabled_reason }),
    ...(forced_down === undefined ? {} : { forcedDown: asBoolean(forced_down) }),
  })
  return { service: view(changed, version) }
})

const remove = handle(operations.deleteService, async ({ ctx, app, params, version }) => {
  const { service_id: id } = params
  const service = await app.services.find(nameOf(id, version)).catch((error: unknown) => {
    throw isFault(error, 'ServiceNotFound') ? errors.NotFound({ reason: `Service ${id} not found.` }) : error
  })
  await app.services.remove(ctx, service)
})

const on = (app: ComputeApp, host: string, binary: string): Promise<SurveyedService> => {
  requireCompute(binary)
  return app.services.findOn(host, binary)
}

const enable = handle(operations.enableService, async ({ app, ctx, body: { host, binary } }) => {
  await app.services.change(ctx, await on(app, host, binary), { enabled: true })
  return { service: { host, binary, status: 'enabled' } }
})

const disable = handle(operations.disableService, async ({ app, ctx, body: { host, binary } }) => {
  await app.services.change(ctx, await on(app, host, binary), { enabled: false })
  return { service: { host, binary, status: 'disabled' } }
})

const disableWithReason = handle(operations.disableServiceWithReason, async ({ app, ctx, body }) => {
  const { host, binary, disabled_reason: reason } = body
  if (reason === undefined) throw errors.BadRequest({ reason: 'Missing disabled reason field' })
  await app.services.change(ctx, await on(app, host, binary), { enabled: false, reason })
  return { service: { host, binary, status: 'disabled', disabled_reason: reason } }
})

const forceDown = handle(operations.forceServiceDown, async ({ app, ctx, body }) => {
  const { host, binary } = body
  if (body.forced_down === undefined) throw errors.BadRequest({ reason: 'Missing forced_down field' })
  const forcedDown = asBoolean(body.forced_down)
  await app.services.change(ctx, await on(app, host, binary), { forcedDown })
  return { service: { host, binary, forced_down: forcedDown } }
})

export const serviceRoutes = [list, update, remove, enable, disable, disableWithReason, forceDown]
