import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import { deploy, isDeployed, isUndeployed, showDeployment } from './deployment.ts'
import { signalDeployment } from './signal-deployment.ts'
import { allowed } from '../../resource-type/constraint.ts'
import { anyList, anyMap, oneOf, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const softwareDeployment = defineResourceType({
  type: 'OS::Heat::SoftwareDeployment',
  support: { since: '2014.1' },
  properties: {
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
  },
  client: 'orchestration',
  show: showDeployment,
  create: async (handling) => {
    await deploy(handling, 'CREATE')
    return handling.resource.id
  },
  isCreated: isDeployed,
  update: (handling) => deploy(handling, 'UPDATE'),
  isUpdated: isDeployed,
  delete: async (handling) => {
    await unlessNotFound(deploy(handling, 'DELETE'))
  },
  isDeleted: isUndeployed,
  suspend: (handling) => deploy(handling, 'SUSPEND'),
  isSuspended: isDeployed,
  resume: (handling) => deploy(handling, 'RESUME'),
  isResumed: isDeployed,
  signal: signalDeployment,
  otherAttribute: async (handling, name) => (await showDeployment(handling)).output_values[name],
  attributes: {
    deploy_stdout: { type: 'string', of: ({ output_values }) => output_values.deploy_stdout },
    deploy_stderr: { type: 'string', of: ({ output_values }) => output_values.deploy_stderr },
    deploy_status_code: { type: 'string', of: ({ output_values }) => output_values.deploy_status_code },
  },
})
