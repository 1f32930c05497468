import { anyMap, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'
import { configProperties } from './config-properties.ts'
import { asConfig, createConfig } from './kept-config.ts'

export const structuredConfig = defineResourceType({
  type: 'OS::Heat::StructuredConfig',
  support: { since: '2014.1' },
  properties: {
    group: string({ default: 'Heat::Ungrouped' }),
    ...configProperties,
    config: anyMap(),
  },
  ...asConfig,
  create: (handling) =>
    createConfig(handling, { ...handling.properties, config: handling.properties.config ?? {} }),
})
