import { deleteSoftwareDeployment } from '@nimbo/contracts/orchestration/software'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import { resourceErrors } from '../../resource-type/errors.ts'
import type { Standing } from '../../resource-type/handling.ts'
import { isShown } from '../field-of.ts'
import { isAsked, showDeployment } from './deployment.ts'
import type { DeploymentProperties } from './deployment-properties.ts'
import { signalPlace } from './derive-config.ts'
import { dropConfig } from './kept-config.ts'
import { signalDeployment } from './signal-deployment.ts'
import { dropObject, signalsPut } from './signal-objects.ts'

/** Processes the signal that the server put into its Swift object, for `TEMP_URL_SIGNAL`. */
const takePut = async (deployment: Standing<DeploymentProperties>): Promise<void> => {
  if (deployment.properties.signal_transport !== 'TEMP_URL_SIGNAL') return
  const said = (await signalsPut(deployment.clients, signalPlace(deployment))).at(-1)
  if (said === undefined) return
  await signalDeployment(deployment, JSON.parse(JSON.stringify(isShown(said) ? said : {})))
}

/** Whether the server has completed the deployment. Throws when the server reports a failure. */
export const isDeployed = async (deployment: Standing<DeploymentProperties>): Promise<boolean> => {
  await takePut(deployment)
  const { status, status_reason } = await showDeployment(deployment)
  if (status === 'FAILED')
    throw resourceErrors.ResourceFailure({ problem: `Deployment to server failed: ${status_reason ?? ''}` })
  return status === 'COMPLETE'
}

/** Deletes a deployment after the server has completed its DELETE action; true when it is deleted. */
export const isUndeployed = async (deployment: Standing<DeploymentProperties>): Promise<boolean> => {
  const { stack, resource } = deployment
  const known = await unlessNotFound(showDeployment(deployment))
  if (known !== undefined && isAsked(deployment, 'DELETE') && !(await isDeployed(deployment))) return false
  await unlessNotFound(
    deployment.clients.orchestration.call(deleteSoftwareDeployment, {
      path: { tenant_id: stack.projectId, deployment_id: resource.id },
    }),
  )
  if (deployment.properties.signal_transport === 'TEMP_URL_SIGNAL')
    await dropObject(deployment.clients, signalPlace(deployment))
  const { config } = deployment.resource.data
  if (config !== undefined) await dropConfig(deployment, config)
  return true
}
