import { length } from '../../resource-type/constraint.ts'
import { listOf, mapOf, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'
import { configProperties } from './config-properties.ts'
import { asConfig, createConfig } from './kept-config.ts'

export const softwareComponent = defineResourceType({
  type: 'OS::Heat::SoftwareComponent',
  support: { since: '2014.2' },
  properties: {
    configs: listOf(
      mapOf({
        actions: listOf(string(), { default: ['CREATE', 'UPDATE'], constraints: [length({ min: 1 })] }),
        config: string(),
        tool: string({ required: true }),
      }),
      { required: true, constraints: [length({ min: 1 })] },
    ),
    ...configProperties,
  },
  ...asConfig,
  validate: ({ configs = [] }) => {
    const actions = configs.flatMap((one) => one.actions)
    return new Set(actions).size === actions.length
      ? []
      : ['Defining more than one configuration for the same action in SoftwareComponent is not allowed.']
  },
  create: (handling) => {
    const { configs, ...rest } = handling.properties
    return createConfig(handling, { ...rest, group: 'component', config: { configs } })
  },
})
