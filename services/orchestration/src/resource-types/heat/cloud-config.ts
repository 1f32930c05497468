import { stringify } from 'yaml'
import { asConfig, createConfig } from './kept-config.ts'
import { anyMap } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const cloudConfig = defineResourceType({
  type: 'OS::Heat::CloudConfig',
  support: { since: '2014.1' },
  properties: {
    cloud_config: anyMap(),
  },
  ...asConfig,
  create: (handling) =>
    createConfig(handling, {
      group: 'Heat::Ungrouped',
      config: `#cloud-config\n${stringify(handling.properties.cloud_config ?? {})}`,
    }),
})
