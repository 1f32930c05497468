import { created, noContent, ok } from '@nimbo/http/reply'
import { Type } from 'typebox'
import type { Service } from '../domain/records.ts'
import { listView, withSelf } from './links.ts'
import { filtersIn, pageIn } from './list-request.ts'
import { route } from './route.ts'
import { Description, extraOf, openObject, textOf } from './schemas.ts'

const ServiceType = Type.String({ minLength: 1, maxLength: 255 })
const changeable = {
  name: Type.Optional(Type.Union([Type.String({ maxLength: 255 }), Type.Null()])),
  description: Type.Optional(Description),
  enabled: Type.Optional(Type.Boolean()),
}
const known = [...Object.keys(changeable), 'type']
const NewService = Type.Object({ service: openObject({ ...changeable, type: ServiceType }) })
const ServiceChanges = Type.Object({
  service: openObject({ ...changeable, type: Type.Optional(ServiceType) }, 1),
})

const serviceView = (base: string, { extra, ...service }: Service) =>
  withSelf(`${base}/v3/services/${service.id}`, { ...extra, ...service })

const listServices = route({
  method: 'GET',
  path: '/v3/services',
  name: 'services.list',
  policy: 'identity:list_services',
  replies: [200],
  async handle(call) {
    const page = pageIn(call.query, call.app.mostListed)
    const filters = filtersIn(call.query, { type: 'text', name: 'text' })
    const services = await call.app.catalog.services.list(filters, page)
    return ok(
      listView(
        call,
        'services',
        services.map((service) => serviceView(call.base, service)),
        page,
      ),
    )
  },
})

const createService = route({
  method: 'POST',
  path: '/v3/services',
  name: 'services.create',
  policy: 'identity:create_service',
  body: NewService,
  replies: [201],
  async handle({ ctx, app, body: { service }, base }) {
    const { type, enabled } = service
    const given = {
      type,
      enabled,
      name: textOf(service.name),
      description: textOf(service.description),
      extra: extraOf(service, known),
    }
    return created({ service: serviceView(base, await app.catalog.services.create(ctx, given)) })
  },
})

const showService = route({
  method: 'GET',
  path: '/v3/services/{service_id}',
  name: 'services.show',
  policy: 'identity:get_service',
  replies: [200],
  handle: async ({ app, params, base }) =>
    ok({ service: serviceView(base, await app.catalog.services.find(params.service_id)) }),
})

const updateService = route({
  method: 'PATCH',
  path: '/v3/services/{service_id}',
  name: 'services.update',
  policy: 'identity:update_service',
  body: ServiceChanges,
  replies: [200],
  async handle({ ctx, app, params, body: { service }, base }) {
    const { type, enabled } = service
    const changes = {
      type,
      enabled,
      name: textOf(service.name),
      description: textOf(service.description),
      extra: extraOf(service, known),
    }
    return ok({
      service: serviceView(base, await app.catalog.services.update(ctx, params.service_id, changes)),
    })
  },
})

const deleteService = route({
  method: 'DELETE',
  path: '/v3/services/{service_id}',
  name: 'services.delete',
  policy: 'identity:delete_service',
  replies: [204],
  async handle({ ctx, app, params }) {
    await app.catalog.services.remove(ctx, params.service_id)
    return noContent()
  },
})

export const serviceRoutes = [listServices, createService, showService, updateService, deleteService]
