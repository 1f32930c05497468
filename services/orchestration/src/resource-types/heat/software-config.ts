import { string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'
import { configProperties } from './config-properties.ts'
import { asConfig, createConfig } from './kept-config.ts'

export const softwareConfig = defineResourceType({
  type: 'OS::Heat::SoftwareConfig',
  support: { since: '2014.1' },
  properties: {
    group: string({ default: 'Heat::Ungrouped' }),
    config: string(),
    ...configProperties,
  },
  ...asConfig,
  create: (handling) =>
    createConfig(handling, { ...handling.properties, config: handling.properties.config ?? '' }),
})
