import type { Context } from '@nimbo/kernel/context'
import type { JsonObject } from '@nimbo/kernel/json'
import { type Resource, resourceOfServer } from '../db/resources.ts'
import type { SoftwareDeployment } from '../db/software.ts'
import { keptData } from '../domain/kept-data.ts'
import { findStack, type Stack } from '../db/stacks.ts'
import type { HeatApp } from './app.ts'
import { metadataOf } from './deployment-metadata.ts'

/** How agents on a server fetch their configuration; undefined for a resource without agents. */
const collectingOf = ({ types, sealing }: HeatApp, row: Resource) => {
  const collecting = types.get(row.type)?.collecting
  return collecting?.isUsed(JSON.parse(sealing.open(row.properties))) ? collecting : undefined
}

/** The metadata of a resource; for one with agents, also its deployments and where agents fetch them. */
export const metadataOfResource = async (
  app: HeatApp,
  stack: Pick<Stack, 'project_id'>,
  row: Resource,
): Promise<JsonObject> => {
  const own: JsonObject = JSON.parse(row.metadata)
  const collecting = collectingOf(app, row)
  if (collecting === undefined || row.physical_id === null) return own
  const config = collecting.config(keptData(app.sealing, row.data))
  const deployments = await metadataOf(app, stack.project_id, row.physical_id)
  return {
    ...own,
    ...(config === undefined ? {} : { 'os-collect-config': config }),
    deployments: JSON.parse(JSON.stringify(deployments)),
  }
}

/** Writes the deployments of a server to the object that its agents poll, if they do not poll this service. */
export const publishMetadata = async (
  app: HeatApp,
  ctx: Context,
  deployment: Pick<SoftwareDeployment, 'project_id' | 'server_id'>,
): Promise<void> => {
  const row = await resourceOfServer(app.db, deployment.project_id, deployment.server_id)
  const collecting = row && collectingOf(app, row)
  const stack = collecting && (await findStack(app.db, row.stack_id))
  if (stack)
    await collecting.publish(
      app.clients(ctx),
      keptData(app.sealing, row.data),
      await metadataOfResource(app, stack, row),
    )
}
