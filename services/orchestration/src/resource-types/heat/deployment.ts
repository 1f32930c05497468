import {
  createSoftwareDeployment,
  showSoftwareDeployment,
  updateSoftwareDeployment,
} from '@nimbo/contracts/orchestration/software'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { Handling } from '../../resource-type/handling.ts'
import type { DeployAction, DeploymentProperties } from './deployment-properties.ts'
import { deriveConfig, signalPlace } from './derive-config.ts'
import { dropConfig } from './kept-config.ts'
import { dropObject } from './signal-objects.ts'

type Deployment = Handling<DeploymentProperties>

const at = ({ stack, resource }: Deployment) => ({ tenant_id: stack.projectId, deployment_id: resource.id })

/** Whether the deployment applies to this action; for others nothing is done. */
export const isAsked = ({ properties }: Deployment, action: DeployAction): boolean =>
  properties.actions.includes(action)

/**
 * The initial state of a deployment's action: IN_PROGRESS until the server signals, or COMPLETE if it does not apply or needs no
 * signal.
 */
const begunAs = (deployment: Deployment, action: DeployAction) => {
  const isWaited = isAsked(deployment, action) && deployment.properties.signal_transport !== 'NO_SIGNAL'
  return isWaited
    ? { action, status: 'IN_PROGRESS', status_reason: 'Deploy data available' }
    : { action, status: 'COMPLETE', status_reason: 'Not waiting for outputs signal' }
}

export const showDeployment = async (deployment: Deployment) => {
  const { orchestration } = deployment.clients
  return (await orchestration.call(showSoftwareDeployment, { path: at(deployment) })).software_deployment
}

/** Sends the config of an action to the server. Idempotent for the same step. */
export const deploy = async (deployment: Deployment, action: DeployAction): Promise<void> => {
  const { clients, stack, resource, attempt, properties, remember } = deployment
  const step = `${action} ${attempt.startedAt}`
  if (resource.data.deployed === step) return
  if (action !== 'CREATE' && !isAsked(deployment, action)) return
  if (properties.signal_transport === 'TEMP_URL_SIGNAL') await dropObject(clients, signalPlace(deployment))
  const old = resource.data.config
  const config_id = await deriveConfig(deployment, action)
  const body = { ...begunAs(deployment, action), config_id, input_values: properties.input_values ?? {} }
  const known =
    action === 'CREATE' ? await unlessNotFound(showDeployment(deployment)) : await showDeployment(deployment)
  if (known === undefined)
    await clients.orchestration.call(createSoftwareDeployment, {
      path: { tenant_id: stack.projectId },
      body: { ...body, deployment_id: resource.id, server_id: properties.server },
    })
  else await clients.orchestration.call(updateSoftwareDeployment, { path: at(deployment), body })
  await remember({ deployed: step, config: config_id })
  if (old !== undefined) await dropConfig(deployment, old)
}

/** Marks a deployment as FAILED that nothing waits for any more. */
export const giveUpDeployment = async (deployment: Deployment): Promise<void> => {
  const { status } = await showDeployment(deployment)
  if (status !== 'IN_PROGRESS') return
  await deployment.clients.orchestration.call(updateSoftwareDeployment, {
    path: at(deployment),
    body: { status: 'FAILED', status_reason: 'Deployment cancelled.' },
  })
}
