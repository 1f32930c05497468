import * as operations from '@nimbo/contracts/identity/services'
import type { Service } from '../../domain/records.ts'
import { refuseNewId } from '../../api/refuse-new-id.ts'
import { handle } from '../../api/handle.ts'
import { pageLinks, withSelf } from '../../api/links.ts'
import { filtersIn, pageIn } from '../../api/list-request.ts'
import { extraOf, textOf } from '../../api/record-body.ts'

const known = ['type', 'name', 'description', 'enabled']

const view =
  (base: string) =>
  ({ extra, description, ...service }: Service): operations.ServiceView =>
    withSelf(`${base}/v3/services/${service.id}`, {
      ...extra,
      ...service,
      ...(description === '' ? {} : { description }),
    })

const list = handle(operations.listServices, async (call) => {
  const { app, query, base } = call
  const page = pageIn(query, app.mostListed)
  const services = await app.catalog.services.list(filtersIn(query, { type: 'text', name: 'text' }), page)
  return { services: services.map(view(base)), ...pageLinks(call, services, page) }
})

const create = handle(operations.createService, async ({ ctx, app, body: { service }, base }) => {
  const { type, enabled } = service
  const given = {
    ...{ type, enabled, name: textOf(service.name), description: textOf(service.description) },
    extra: extraOf(service, known),
  }
  return { service: view(base)(await app.catalog.services.create(ctx, given)) }
})

const show = handle(operations.showService, async ({ found, base }) => ({
  service: view(base)(found.service),
}))

const update = handle(operations.updateService, async ({ ctx, app, found, body: { service }, base }) => {
  refuseNewId(service, found.service.id)
  const { type, enabled } = service
  const changes = {
    ...{ type, enabled, name: textOf(service.name), description: textOf(service.description) },
    extra: extraOf(service, known),
  }
  return { service: view(base)(await app.catalog.services.update(ctx, found.service.id, changes)) }
})

const remove = handle(operations.deleteService, async ({ ctx, app, found }) => {
  await app.catalog.services.remove(ctx, found.service.id)
})

export const serviceRoutes = [list, create, show, update, remove]
