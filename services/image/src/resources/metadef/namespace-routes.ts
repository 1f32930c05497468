import * as operations from '@nimbo/contracts/image/metadefs/namespaces'
import { answer } from '@nimbo/http/answer'
import { viewerOf } from '../../app/app.ts'
import { handle } from '../handle.ts'
import { pageLink } from '../page-link.ts'
import { readLimit } from './item-page.ts'
import { contentsView, namespaceHref, namespaceView } from './metadef-view.ts'
import { changeNamespace, makeNamespace, needNamespace, removeNamespace } from './namespaces.ts'
import { prefixFor } from './prefix-for.ts'

const path = '/v2/metadefs/namespaces'

const list = handle(operations.listNamespaces, async ({ app, ctx, query, request }) => {
  const { limit_param_default, api_limit_max } = app.config.DEFAULT
  const limit = Math.min(readLimit(query.limit) ?? limit_param_default, api_limit_max)
  const namespaces = await app.metadefs.namespaces(viewerOf(app, ctx), {
    ...(query.visibility === undefined ? {} : { visibility: query.visibility }),
    resourceTypes: query.resource_types?.split(',') ?? [],
    sort: query.sort_key ?? 'created_at',
    direction: query.sort_dir ?? 'desc',
    limit,
    after: query.marker === undefined ? undefined : await needNamespace(app, ctx, query.marker),
  })
  const associations = await app.metadefs.items(
    namespaces.map(({ id }) => id),
    'association',
  )
  const last = namespaces.at(-1)
  return {
    namespaces: namespaces.map((row) => ({
      ...namespaceView(row),
      ...contentsView(
        row,
        associations.filter(({ namespace_id }) => namespace_id === row.id),
      ),
    })),
    first: pageLink(path, request, undefined),
    schema: '/v2/schemas/metadefs/namespaces',
    ...(last && namespaces.length === limit ? { next: pageLink(path, request, last.namespace) } : {}),
  }
})

const isFilled = (contents: object | undefined): contents is object =>
  contents !== undefined && Object.keys(contents).length > 0

const contentsOf = ({
  resource_type_associations,
  properties,
  objects,
  tags,
}: operations.NamespaceContents) =>
  Object.fromEntries(
    Object.entries({ resource_type_associations, properties, objects, tags }).filter(([, one]) =>
      isFilled(one),
    ),
  )

const create = handle(operations.createNamespace, async ({ app, ctx, base, body }) => {
  const { resource_type_associations: association = [], objects: object = [], tags: tag = [] } = body
  const property = Object.entries(body.properties ?? {}).map(([name, rules]) => ({ name, ...rules }))
  const row = await makeNamespace(app)(ctx, body, { association, object, property, tag })
  // The contents of the namespace are returned as the client sent them.
  return answer(
    { ...namespaceView(row), ...contentsOf(body) },
    { headers: { location: `${base}${namespaceHref(row.namespace)}` } },
  )
})

const show = handle(operations.showNamespace, async ({ app, found: { namespace }, query }) => {
  const items = await app.metadefs.items([namespace.id])
  const prefix = await prefixFor(app, namespace, query.resource_type)
  return { ...namespaceView(namespace), ...contentsView(namespace, items, prefix) }
})

const update = handle(operations.updateNamespace, async ({ app, ctx, found, body }) =>
  namespaceView(await changeNamespace(app)(ctx, found.namespace, body)),
)

const remove = handle(operations.deleteNamespace, async ({ app, ctx, found }) => {
  await removeNamespace(app)(ctx, found.namespace)
})

export const namespaceRoutes = [list, create, show, update, remove]
