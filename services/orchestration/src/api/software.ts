import * as operations from '@nimbo/contracts/orchestration/software'
import type { HeatApp } from '../app/app.ts'
import { metadataOf } from '../app/deployment-metadata.ts'
import * as software from '../app/software.ts'
import type { SoftwareConfig, SoftwareDeployment } from '../db/software.ts'
import { errors } from '../errors.ts'
import { handle } from './handle.ts'
import { projectOf } from './project.ts'
import { readFlag } from './read-flag.ts'
import { instant } from './stacks/stack-view.ts'

const listedConfig = (row: SoftwareConfig) => ({
  ...{ id: row.id, name: row.name, group: row.group_name, creation_time: instant(row.created_at) },
})

const shownConfig = ({ sealing }: HeatApp, row: SoftwareConfig) => ({
  ...listedConfig(row),
  config: JSON.parse(sealing.open(row.config)),
  inputs: JSON.parse(sealing.open(row.inputs)),
  outputs: JSON.parse(row.outputs),
  options: JSON.parse(row.options),
})

const shownDeployment = ({ sealing }: HeatApp, row: SoftwareDeployment) => ({
  ...{ id: row.id, server_id: row.server_id, config_id: row.config_id === '' ? null : row.config_id },
  ...{ action: row.action, status: row.status, status_reason: row.status_reason },
  input_values: JSON.parse(sealing.open(row.input_values)),
  output_values: JSON.parse(sealing.open(row.output_values)),
  creation_time: instant(row.created_at),
  updated_time: row.updated_at === null ? null : instant(row.updated_at),
})

const createConfig = handle(operations.createSoftwareConfig, async (call) => ({
  software_config: shownConfig(call.app, await software.createConfig(call.app, projectOf(call), call.body)),
}))

const listConfigs = handle(operations.listSoftwareConfigs, async (call) => {
  const projectId = projectOf(call)
  const { marker, limit, global_tenant } = call.query
  const isGlobal = readFlag('global_tenant', global_tenant) ?? false
  if (isGlobal) call.enforce('software_configs:global_index')
  const all = await software.listConfigs(call.app, isGlobal ? undefined : projectId)
  const start = marker === undefined ? 0 : all.findIndex(({ id }) => id === marker) + 1
  if (marker !== undefined && start === 0)
    throw errors.BadRequest({ message: `The marker ${marker} is not there` })
  return {
    software_configs: all.slice(start, limit === undefined ? undefined : start + limit).map(listedConfig),
  }
})

const showConfig = handle(operations.showSoftwareConfig, async (call) => ({
  software_config: shownConfig(
    call.app,
    await software.needConfig(call.app, projectOf(call), call.params.config_id),
  ),
}))

const deleteConfig = handle(operations.deleteSoftwareConfig, async (call) => {
  await software.deleteConfig(call.app, projectOf(call), call.params.config_id)
})

const createDeployment = handle(operations.createSoftwareDeployment, async (call) => ({
  software_deployment: shownDeployment(
    call.app,
    await software.createDeployment(call.app, call.ctx, projectOf(call), call.body),
  ),
}))

const listDeployments = handle(operations.listSoftwareDeployments, async (call) => ({
  software_deployments: (await software.listDeployments(call.app, projectOf(call), call.query.server_id)).map(
    (row) => shownDeployment(call.app, row),
  ),
}))

const showDeployment = handle(operations.showSoftwareDeployment, async (call) => ({
  software_deployment: shownDeployment(
    call.app,
    await software.needDeployment(call.app, projectOf(call), call.params.deployment_id),
  ),
}))

const updateDeployment = handle(operations.updateSoftwareDeployment, async (call) => ({
  software_deployment: shownDeployment(
    call.app,
    await software.updateDeployment(
      call.app,
      call.ctx,
      projectOf(call),
      call.params.deployment_id,
      call.body,
    ),
  ),
}))

const deleteDeployment = handle(operations.deleteSoftwareDeployment, async (call) => {
  await software.deleteDeployment(call.app, call.ctx, projectOf(call), call.params.deployment_id)
})

const metadata = handle(operations.showDeploymentMetadata, async (call) => ({
  metadata: [...(await metadataOf(call.app, projectOf(call), call.params.server_id))],
}))

export const softwareRoutes = [
  ...[createConfig, listConfigs, showConfig, deleteConfig, createDeployment, listDeployments],
  ...[showDeployment, updateDeployment, deleteDeployment, metadata],
]
