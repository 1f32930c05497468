import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import { allowed } from '../../resource-type/constraint.ts'
import type { Handling, Standing } from '../../resource-type/handling.ts'
import { anyList, anyMap, oneOf, string } from '../../resource-type/property.ts'
import { isDeployed, isUndeployed } from './await-deployment.ts'
import { deploy, giveUpDeployment, showDeployment } from './deployment.ts'
import type { DeploymentProperties } from './deployment-properties.ts'
import { signalDeployment } from './signal-deployment.ts'
import { signalProblems } from './ways-to-signal.ts'

/** The properties of every deployment, whatever the form of its config. */
export const deploymentProperties = {
  config: string({ update: 'in-place' }),
  server: string({ required: true }),
  input_values: anyMap({ update: 'in-place' }),
  actions: anyList({
    update: 'in-place',
    default: ['CREATE', 'UPDATE'],
    constraints: [allowed(['CREATE', 'UPDATE', 'DELETE', 'SUSPEND', 'RESUME'])],
  }),
  name: string({ update: 'in-place' }),
  signal_transport: oneOf(['CFN_SIGNAL', 'TEMP_URL_SIGNAL', 'HEAT_SIGNAL', 'NO_SIGNAL', 'ZAQAR_SIGNAL'], {
    default: 'CFN_SIGNAL',
  }),
} as const

type Deployment = Handling<DeploymentProperties>
type Shown = Awaited<ReturnType<typeof showDeployment>>

const output = (name: string) =>
  ({ type: 'string', of: ({ output_values }: Shown) => output_values[name] }) as const

/** What all deployment types share: each action is sent to the server and awaited. */
export const asDeployment = {
  client: 'orchestration',
  validate: ({ signal_transport }: Partial<DeploymentProperties>) => signalProblems(signal_transport),
  show: showDeployment,
  create: async (deployment: Deployment) => {
    await deploy(deployment, 'CREATE')
    return deployment.resource.id
  },
  isCreated: isDeployed,
  update: (deployment: Deployment) => deploy(deployment, 'UPDATE'),
  isUpdated: isDeployed,
  delete: async (deployment: Standing<DeploymentProperties>) => {
    await unlessNotFound(deploy(deployment, 'DELETE'))
  },
  isDeleted: isUndeployed,
  suspend: (deployment: Deployment) => deploy(deployment, 'SUSPEND'),
  isSuspended: isDeployed,
  resume: (deployment: Deployment) => deploy(deployment, 'RESUME'),
  isResumed: isDeployed,
  abort: giveUpDeployment,
  signal: signalDeployment,
  otherAttribute: async (deployment: Deployment, name: string) =>
    (await showDeployment(deployment)).output_values[name],
  attributes: {
    deploy_stdout: output('deploy_stdout'),
    deploy_stderr: output('deploy_stderr'),
    deploy_status_code: output('deploy_status_code'),
  },
} as const
