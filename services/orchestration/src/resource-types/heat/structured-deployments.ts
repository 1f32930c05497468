import { deploymentsStep } from './deployments-step.ts'
import { deploymentGroupAttributes, deploymentGroupProperties } from './deployment-group-parts.ts'
import { memberAttribute, memberNames } from './group-attributes.ts'
import { oneOf, string } from '../../resource-type/property.ts'
import { defineGroupType } from '../../resource-type/resource-type.ts'

export const structuredDeployments = defineGroupType({
  type: 'OS::Heat::StructuredDeployments',
  support: { status: 'HIDDEN', since: '7.0.0' },
  properties: {
    ...deploymentGroupProperties,
    input_key: string({ default: 'get_input' }),
    input_values_validate: oneOf(['LAX', 'STRICT'], { default: 'LAX' }),
  },
  attributes: deploymentGroupAttributes,
  childStack: async ({ properties, resource }, child) =>
    deploymentsStep('OS::Heat::StructuredDeployment', properties, resource, child),
  otherAttribute: ({ child }, name, path) => memberAttribute(child, memberNames(child), name, path),
})
