import { updateSoftwareDeployment } from '@nimbo/contracts/orchestration/software'
import type { JsonObject } from '@nimbo/kernel/json'
import type { Standing } from '../../resource-type/handling.ts'
import type { SignalOutcome } from '../../resource-type/signals.ts'
import { showDeployment } from './deployment.ts'
import type { DeploymentProperties } from './deployment-properties.ts'
import { showConfig } from './kept-config.ts'

const always = ['deploy_stdout', 'deploy_stderr', 'deploy_status_code']

const hasFailed = (code: unknown): boolean => code !== undefined && code !== null && Number(code) !== 0

/** Stores a server's result of a deployment: the config's outputs, stdout and stderr, and whether it failed. */
export const signalDeployment = async (
  handling: Standing<DeploymentProperties>,
  details: JsonObject,
): Promise<SignalOutcome> => {
  const { clients, stack, resource } = handling
  const { config_id, status: before } = await showDeployment(handling)
  if (before !== 'IN_PROGRESS') return { reason: 'Nothing is waited for' }
  const outputs = config_id === null ? [] : (await showConfig(handling, config_id)).outputs
  const names = [...outputs.map(({ name }) => String(name)), ...always]
  const output_values = Object.fromEntries(
    names.filter((name) => details[name] !== undefined).map((name) => [name, details[name]]),
  )
  const wrong = outputs
    .filter(({ name, error_output }) => error_output === true && Boolean(details[String(name)]))
    .map(({ name }) => `${String(name)} : ${String(details[String(name)])}`)
  const code = details.deploy_status_code
  const reasons = [
    ...wrong,
    ...(hasFailed(code)
      ? [`deploy_status_code : Deployment exited with non-zero status code: ${String(code)}`]
      : []),
  ]
  const outcome =
    reasons.length > 0
      ? { status: 'FAILED', status_reason: reasons.join(', ') }
      : { status: 'COMPLETE', status_reason: 'Outputs received' }
  await clients.orchestration.call(updateSoftwareDeployment, {
    path: { tenant_id: stack.projectId, deployment_id: resource.id },
    body: { output_values, ...outcome },
  })
  return { reason: outcome.status_reason }
}
