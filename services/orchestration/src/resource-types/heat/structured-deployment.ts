import { oneOf, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'
import { asDeployment, deploymentProperties } from './as-deployment.ts'

export const structuredDeployment = defineResourceType({
  type: 'OS::Heat::StructuredDeployment',
  support: { since: '2014.1' },
  properties: {
    ...deploymentProperties,
    input_key: string({ default: 'get_input' }),
    input_values_validate: oneOf(['LAX', 'STRICT'], { default: 'LAX' }),
  },
  ...asDeployment,
})
