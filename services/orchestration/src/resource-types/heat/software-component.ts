import { asConfig, createConfig } from './kept-config.ts'
import { length } from '../../resource-type/constraint.ts'
import { anyMap, anything, boolean, listOf, mapOf, oneOf, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

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
    inputs: listOf(
      mapOf({
        name: string({ required: true }),
        description: string(),
        type: oneOf(['String', 'Number', 'CommaDelimitedList', 'Json', 'Boolean'], { default: 'String' }),
        default: anything(),
        replace_on_change: boolean({ default: false }),
      }),
    ),
    outputs: listOf(
      mapOf({
        name: string({ required: true }),
        description: string(),
        type: oneOf(['String', 'Number', 'CommaDelimitedList', 'Json', 'Boolean'], { default: 'String' }),
        error_output: boolean({ default: false }),
      }),
    ),
    options: anyMap(),
  },
  attributes: {
    config: { type: 'string' },
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
