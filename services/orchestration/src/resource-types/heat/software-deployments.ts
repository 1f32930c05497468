import { deploymentsStep } from './deployments-step.ts'
import { deploymentGroupAttributes, deploymentGroupProperties } from './deployment-group-parts.ts'
import { memberAttribute, memberNames } from './group-attributes.ts'
import { defineGroupType } from '../../resource-type/resource-type.ts'

export const softwareDeployments = defineGroupType({
  type: 'OS::Heat::SoftwareDeployments',
  support: { status: 'HIDDEN', since: '7.0.0' },
  properties: deploymentGroupProperties,
  attributes: deploymentGroupAttributes,
  childStack: async ({ properties, resource }, child) =>
    deploymentsStep('OS::Heat::SoftwareDeployment', properties, resource, child),
  otherAttribute: ({ child }, name, path) => memberAttribute(child, memberNames(child), name, path),
})
