import { defineResourceType } from '../../resource-type/resource-type.ts'
import { asDeployment, deploymentProperties } from './as-deployment.ts'

export const softwareDeployment = defineResourceType({
  type: 'OS::Heat::SoftwareDeployment',
  support: { since: '2014.1' },
  properties: deploymentProperties,
  ...asDeployment,
})
