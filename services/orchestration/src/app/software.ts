import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import * as rows from '../db/software.ts'
import { stackOfUsers } from '../db/stacks.ts'
import { errors } from '../errors.ts'
import type { HeatApp } from './app.ts'
import { publishMetadata } from './resource-metadata.ts'

type Values = Readonly<Record<string, unknown>>

export interface NewConfig {
  readonly name?: string
  readonly group?: string
  readonly config?: unknown
  readonly inputs?: readonly Values[]
  readonly outputs?: readonly Values[]
  readonly options?: unknown
}

export interface DeploymentChange {
  readonly config_id?: string
  readonly action?: string
  readonly status?: string
  readonly status_reason?: string | null
  readonly input_values?: Values | null
  readonly output_values?: Values | null
}

export interface NewDeployment extends DeploymentChange {
  readonly server_id: string
  readonly deployment_id?: string
  readonly stack_user_project_id?: string | null
}

export const needConfig = async (
  { db }: HeatApp,
  projectId: string,
  id: string,
): Promise<rows.SoftwareConfig> => {
  const found = await rows.findConfig(db, projectId, id)
  if (!found) throw errors.EntityNotFound({ entity: 'Software config with id', name: id })
  return found
}

const named = (all: readonly Values[] | undefined, what: string): readonly Values[] => {
  for (const one of all ?? [])
    if (typeof one.name !== 'string')
      throw errors.StackValidationFailed({ message: `Each of the ${what} of a software config has a name` })
  return all ?? []
}

/** Stores a software config, which is immutable. */
export const createConfig = async (
  app: HeatApp,
  projectId: string,
  given: NewConfig,
): Promise<rows.SoftwareConfig> => {
  const row: rows.SoftwareConfig = {
    ...{
      id: newId(),
      project_id: projectId,
      name: given.name ?? '',
      group_name: given.group ?? 'Heat::Ungrouped',
    },
    config: app.sealing.confidential(JSON.stringify(given.config ?? '')),
    inputs: app.sealing.secret(JSON.stringify(named(given.inputs, 'inputs'))),
    outputs: JSON.stringify(named(given.outputs, 'outputs')),
    options: JSON.stringify(given.options ?? {}),
    created_at: timestamp(app.clock),
  }
  await rows.insertConfig(app.db, row)
  return row
}

export const listConfigs = (
  { db }: HeatApp,
  projectId: string | undefined,
): Promise<readonly rows.SoftwareConfig[]> => rows.listConfigs(db, projectId)

export const deleteConfig = async (app: HeatApp, projectId: string, id: string): Promise<void> => {
  await needConfig(app, projectId, id)
  if (await rows.isDeployed(app.db, id))
    throw errors.StackValidationFailed({
      message: `Software config with id ${id} can not be deleted as it is referenced.`,
    })
  await rows.removeConfig(app.db, id)
}

export const needDeployment = async (
  { db }: HeatApp,
  projectId: string,
  id: string,
): Promise<rows.SoftwareDeployment> => {
  const found = await rows.findDeployment(db, projectId, id)
  if (!found) throw errors.EntityNotFound({ entity: 'Deployment with id', name: id })
  return found
}

const valuesOf = ({ sealing }: HeatApp, values: Values | null | undefined): string =>
  sealing.confidential(JSON.stringify(values ?? {}))

/**
 * The project of a stack's users reads and changes the deployment like its owner, and servers of that project carry it out. So it
 * must belong to a stack of the owner.
 */
const refuseOthersUsers = async (
  { db }: HeatApp,
  projectId: string,
  usersProjectId: string | null | undefined,
): Promise<void> => {
  if (usersProjectId === undefined || usersProjectId === null || usersProjectId === projectId) return
  if ((await stackOfUsers(db, usersProjectId))?.project_id !== projectId)
    throw errors.Forbidden({ rule: 'the project of users of another stack' })
}

export const createDeployment = async (
  app: HeatApp,
  ctx: Context,
  projectId: string,
  given: NewDeployment,
): Promise<rows.SoftwareDeployment> => {
  if (given.config_id !== undefined) await needConfig(app, projectId, given.config_id)
  await refuseOthersUsers(app, projectId, given.stack_user_project_id)
  const row: rows.SoftwareDeployment = {
    ...{ id: given.deployment_id ?? newId(), project_id: projectId, server_id: given.server_id },
    ...{ config_id: given.config_id ?? '', action: given.action ?? '', status: given.status ?? '' },
    status_reason: given.status_reason ?? '',
    input_values: valuesOf(app, given.input_values),
    output_values: valuesOf(app, given.output_values),
    stack_user_project_id: given.stack_user_project_id ?? null,
    created_at: timestamp(app.clock),
    updated_at: null,
  }
  if (!(await rows.insertDeployment(app.db, row))) throw errors.DeploymentExists({ id: row.id })
  await publishMetadata(app, ctx, row)
  return row
}

export const listDeployments = (
  { db }: HeatApp,
  projectId: string,
  serverId: string | undefined,
): Promise<readonly rows.SoftwareDeployment[]> => rows.listDeployments(db, projectId, serverId)

export const updateDeployment = async (
  app: HeatApp,
  ctx: Context,
  projectId: string,
  id: string,
  given: DeploymentChange,
): Promise<rows.SoftwareDeployment> => {
  const row = await needDeployment(app, projectId, id)
  if (given.config_id !== undefined) await needConfig(app, row.project_id, given.config_id)
  const change = {
    ...(given.config_id === undefined ? {} : { config_id: given.config_id }),
    ...(given.action === undefined ? {} : { action: given.action }),
    ...(given.status === undefined ? {} : { status: given.status }),
    ...(given.status_reason === undefined ? {} : { status_reason: given.status_reason ?? '' }),
    ...(given.input_values === undefined ? {} : { input_values: valuesOf(app, given.input_values) }),
    ...(given.output_values === undefined ? {} : { output_values: valuesOf(app, given.output_values) }),
    updated_at: timestamp(app.clock),
  }
  await rows.changeDeployment(app.db, id, change)
  if (given.config_id !== undefined) await publishMetadata(app, ctx, row)
  return { ...row, ...change }
}

export const deleteDeployment = async (
  app: HeatApp,
  ctx: Context,
  projectId: string,
  id: string,
): Promise<void> => {
  const row = await needDeployment(app, projectId, id)
  await rows.removeDeployment(app.db, id)
  await publishMetadata(app, ctx, row)
}
