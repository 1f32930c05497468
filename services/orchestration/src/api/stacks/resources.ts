import * as operations from '@nimbo/contracts/orchestration/resources'
import type { Context } from '@nimbo/kernel/context'
import type { HeatApp } from '../../app/app.ts'
import { metadataOfResource } from '../../app/resource-metadata.ts'
import { markUnhealthy } from '../../app/stacks/mark-unhealthy.ts'
import { signalResource } from '../../app/signal-resource.ts'
import { refuseOthersUser } from '../../app/stack-users.ts'
import { keptUser } from '../../domain/stack-user.ts'
import { resourcesAhead, type ShownResource } from './resources-ahead.ts'
import { stackResources as current, stacksWithin } from '../../app/stacks/stack-resources.ts'
import { storedTemplate } from '../../app/stacks/stored-template.ts'
import type { Resource } from '../../db/resources.ts'
import type { Stack } from '../../db/stacks.ts'
import { errors } from '../../errors.ts'
import { isMap } from '../../language/shapes.ts'
import { handle } from '../handle.ts'
import { resourceLinks, stackUrl } from '../links.ts'
import { livingStackOf, stackOf } from '../project.ts'
import { readFlag } from '../read-flag.ts'
import { instant } from './stack-view.ts'

/** The resources of a stack, including resources of its template that the engine has not begun. */
const shownOf = async (app: HeatApp, ctx: Context, stack: Stack): Promise<readonly ShownResource[]> => {
  const begun = await current(app, stack)
  return [...begun, ...(await resourcesAhead(app, ctx, stack, begun))]
}

const listed = (base: string, stack: Stack, row: ShownResource, rows: readonly ShownResource[]) => ({
  resource_name: row.name,
  logical_resource_id: row.name,
  physical_resource_id: row.physical_id ?? '',
  resource_type: row.type,
  resource_status: `${row.action}_${row.status}`,
  resource_status_reason: row.status_reason,
  creation_time: instant(row.created_at),
  updated_time: instant(row.updated_at ?? row.created_at),
  required_by: rows
    .filter(({ requires, replaced_by }) => replaced_by === null && JSON.parse(requires).includes(row.name))
    .map(({ name }) => name),
  links: resourceLinks(base, stack, row.name),
})

/** Finds a resource by its name, or by its physical id in requests that allow that. */
const resourceOf = async (
  app: HeatApp,
  stack: Stack,
  given: string,
  byPhysicalId = false,
): Promise<Resource> => {
  const name = decodeURIComponent(given)
  const rows = await current(app, stack)
  const found =
    rows.find((row) => row.name === name) ??
    (byPhysicalId ? rows.find((row) => row.physical_id === name) : undefined)
  if (!found) throw errors.EntityNotFound({ entity: 'Resource', name })
  return found
}

interface Listing {
  readonly app: HeatApp
  readonly ctx: Context
  /** The URL of the API. */
  readonly base: string
}

/** The resources of a stack and of its nested stacks, down to `depth` levels. */
const within = async (
  { app, ctx, base }: Listing,
  stack: Stack,
  depth: number,
): Promise<ReturnType<typeof listed>[]> => {
  const rows = await shownOf(app, ctx, stack)
  const parent = stack.parent_resource === null ? {} : { parent_resource: stack.parent_resource }
  const children = depth > 0 ? await stacksWithin(app, stack) : []
  const nested = new Map(children.map((child) => [child.id, child]))
  const own = rows.map((row) => {
    const child = nested.get(row.physical_id ?? '')
    const shown = listed(base, stack, row, rows)
    return {
      ...shown,
      ...parent,
      links: child ? [...shown.links, { rel: 'nested', href: stackUrl(base, child) }] : shown.links,
    }
  })
  const below = await Promise.all(children.map((child) => within({ app, ctx, base }, child, depth - 1)))
  return [...own, ...below.flat()]
}

const depthOf = (given: string | undefined, most: number): number => {
  const flag = given === undefined ? 0 : Number(given)
  if (Number.isInteger(flag) && flag >= 0) return Math.min(flag, most)
  return readFlag('nested_depth', given) ? most : 0
}

const list = handle(operations.listResources, async (call) => {
  const stack = await stackOf(call)
  const { query, app } = call
  const all = await within(
    call,
    stack,
    depthOf(query.nested_depth, app.config.DEFAULT.max_nested_stack_depth),
  )
  const fits = (value: string, wanted: string | undefined) =>
    wanted === undefined || wanted.split(',').includes(value)
  const [statusOf, actionOf] = [
    (state: string) => state.replace(/^[A-Z]+?_/, ''),
    (state: string) => state.split('_')[0] ?? '',
  ]
  return {
    resources: all.filter(
      (one) =>
        fits(one.resource_type, query.type) &&
        fits(one.resource_name, query.name) &&
        fits(statusOf(one.resource_status), query.status) &&
        fits(actionOf(one.resource_status), query.action) &&
        fits(one.physical_resource_id, query.physical_resource_id),
    ),
  }
})

const descriptionOf = async (app: HeatApp, stack: Stack, name: string): Promise<string> => {
  const { template } = await storedTemplate(app, stack)
  const section = template.resources ?? template.Resources
  const one = isMap(section) ? section[name] : undefined
  return isMap(one) ? String(one.description ?? one.Description ?? '') : ''
}

const attributesOf = async (
  app: HeatApp,
  ctx: Context,
  stack: Stack,
  row: ShownResource,
  extra: string | undefined,
) => {
  if (row.physical_id === null || stack.deleted_at !== null) return {}
  return app.look.attributes(ctx, stack, row.id, extra === undefined ? [] : extra.split(','))
}

const show = handle(operations.showResource, async (call) => {
  const stack = await stackOf(call)
  const { app, ctx, query } = call
  const rows = await shownOf(app, ctx, stack)
  const name = decodeURIComponent(call.params.resource_name)
  const row = rows.find((one) => one.name === name)
  if (!row) throw errors.EntityNotFound({ entity: 'Resource', name })
  const children = await stacksWithin(app, stack)
  const child = children.find(({ id }) => id === row.physical_id)
  const shown = listed(call.base, stack, row, rows)
  const links = child ? [...shown.links, { rel: 'nested', href: stackUrl(call.base, child) }] : shown.links
  const parent = stack.parent_resource === null ? {} : { parent_resource: stack.parent_resource }
  return {
    resource: {
      ...shown,
      ...parent,
      links,
      description: await descriptionOf(app, stack, row.name),
      attributes: await attributesOf(app, ctx, stack, row, query.with_attr),
    },
  }
})

const metadata = handle(operations.showResourceMetadata, async (call) => {
  const stack = await stackOf(call)
  const row = await resourceOf(call.app, stack, call.params.resource_name)
  refuseOthersUser(call.ctx, stack, keptUser(row.data).id)
  return { metadata: await metadataOfResource(call.app, stack, row) }
})

const signal = handle(operations.signalResource, async (call) => {
  const stack = await livingStackOf(call)
  const row = await resourceOf(call.app, stack, call.params.resource_name)
  refuseOthersUser(call.ctx, stack, keptUser(row.data).id)
  await signalResource(call.app)(call.ctx, stack, row, isMap(call.body) ? call.body : {})
})

const mark = handle(operations.markUnhealthy, async (call) => {
  const stack = await livingStackOf(call)
  const row = await resourceOf(call.app, stack, call.params.resource_name, true)
  const wanted = readFlag('mark_unhealthy', call.body.mark_unhealthy)
  if (wanted === undefined)
    throw errors.BadRequest({ message: 'Missing mandatory (mark_unhealthy) key from mark unhealthy request' })
  await markUnhealthy(call.app)(stack, row, wanted, call.body.resource_status_reason ?? '')
})

export const resources = [list, show, metadata, signal, mark]
