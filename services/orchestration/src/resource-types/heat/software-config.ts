import { asConfig, createConfig } from './kept-config.ts'
import { anyMap, anything, boolean, listOf, mapOf, oneOf, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const softwareConfig = defineResourceType({
  type: 'OS::Heat::SoftwareConfig',
  support: { since: '2014.1' },
  properties: {
    group: string({ default: 'Heat::Ungrouped' }),
    config: string(),
    options: anyMap(),
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
  },
  attributes: {
    config: { type: 'string' },
  },
  ...asConfig,
  create: (handling) =>
    createConfig(handling, { ...handling.properties, config: handling.properties.config ?? '' }),
})
