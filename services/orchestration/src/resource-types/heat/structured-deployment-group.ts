import { deploymentsStep } from './deployments-step.ts'
import { attributesMapOf, memberAttribute, memberNames } from './group-attributes.ts'
import { allowed } from '../../resource-type/constraint.ts'
import { anyList, anyMap, oneOf, string } from '../../resource-type/property.ts'
import { defineGroupType } from '../../resource-type/resource-type.ts'

export const structuredDeploymentGroup = defineGroupType({
  type: 'OS::Heat::StructuredDeploymentGroup',
  support: { since: '5.0.0' },
  properties: {
    servers: anyMap({ required: true, update: 'in-place' }),
    config: string({ update: 'in-place' }),
    input_values: anyMap({ update: 'in-place' }),
    actions: anyList({
      update: 'in-place',
      default: ['CREATE', 'UPDATE'],
      constraints: [allowed(['CREATE', 'UPDATE', 'DELETE', 'SUSPEND', 'RESUME'])],
    }),
    signal_transport: oneOf(['CFN_SIGNAL', 'TEMP_URL_SIGNAL', 'HEAT_SIGNAL', 'NO_SIGNAL', 'ZAQAR_SIGNAL'], {
      default: 'CFN_SIGNAL',
    }),
    name: string({ update: 'in-place' }),
    input_key: string({ default: 'get_input' }),
    input_values_validate: oneOf(['LAX', 'STRICT'], { default: 'LAX' }),
  },
  attributes: {
    deploy_stdouts: {
      type: 'map',
      of: (child) => attributesMapOf(child, memberNames(child), ['deploy_stdout']),
    },
    deploy_stderrs: {
      type: 'map',
      of: (child) => attributesMapOf(child, memberNames(child), ['deploy_stderr']),
    },
    deploy_status_codes: {
      type: 'map',
      of: (child) => attributesMapOf(child, memberNames(child), ['deploy_status_code']),
    },
  },
  childStack: async ({ properties, resource }, child) =>
    deploymentsStep('OS::Heat::StructuredDeployment', properties, resource, child),
  otherAttribute: ({ child }, name, path) => memberAttribute(child, memberNames(child), name, path),
})
