import { type Resource, resourcesOf } from '../../db/resources.ts'
import { findNestedStack, type Stack } from '../../db/stacks.ts'
import { readTemplate } from '../../db/templates.ts'
import { keptData } from '../../domain/kept-data.ts'
import { errors } from '../../errors.ts'
import type { HeatApp } from '../app.ts'

const resourceOf = async (app: HeatApp, row: Resource): Promise<Readonly<Record<string, unknown>>> => {
  const { stack_id, physical_id } = row
  const child = physical_id === null ? undefined : await findNestedStack(app.db, stack_id, physical_id)
  const within = child ? { ...(await dataOf(app, child)) } : {}
  return {
    ...within,
    name: row.name,
    resource_id: row.physical_id,
    type: row.type,
    action: row.action,
    status: row.status,
    metadata: JSON.parse(row.metadata),
    resource_data: keptData(app.sealing, row.data),
  }
}

const dataOf = async (app: HeatApp, stack: Stack): Promise<Readonly<Record<string, unknown>>> => {
  const { template, environment, files } = await readTemplate(app.db, app.sealing, stack.template_id)
  const rows = (await resourcesOf(app.db, stack.id)).filter(({ replaced_by }) => replaced_by === null)
  const resources: Record<string, unknown> = {}
  for (const row of rows) resources[row.name] = await resourceOf(app, row)
  return {
    ...{ name: stack.name, id: stack.id, action: stack.action, status: stack.status },
    ...{ template, environment, files, resources, project_id: stack.project_id },
    ...{ stack_user_project_id: stack.user_project_id, tags: JSON.parse(stack.tags) },
  }
}

/** The data from which another cloud can adopt a stack. Throws `NotSupported` unless `enable_stack_abandon` is set. */
export const exportStack =
  (app: HeatApp) =>
  async (stack: Stack): Promise<Readonly<Record<string, unknown>>> => {
    if (!app.config.DEFAULT.enable_stack_abandon) throw errors.NotSupported({ feature: 'Stack Abandon' })
    return dataOf(app, stack)
  }
