import { loadConfig } from '@nimbo/config/load-config'
import { type Config, defineOptions } from '@nimbo/config/option-group'
import { string } from '@nimbo/config/option-types'
import { agentOptions, imageOptions } from '../agent/agent-options.ts'
import { computeOptions } from '../config.ts'
import { metadataOptions } from '../metadata/metadata-options.ts'
import { filterSchedulerOptions, schedulerOptions } from '../scheduler/scheduler-options.ts'
import { serviceOptions } from './service-options.ts'

const guestOptions = defineOptions('api', {
  dhcp_domain: string({
    default: 'novalocal',
    help: 'Appended to the host names that guests are told; empty appends nothing.',
  }),
})

/** Every option of nova.conf, of all roles. */
export const novaOptions = [
  ...computeOptions,
  ...serviceOptions,
  agentOptions,
  imageOptions,
  schedulerOptions,
  filterSchedulerOptions,
  guestOptions,
  ...metadataOptions,
] as const

export type NovaConfig = Config<(typeof novaOptions)[number]>

/** The options as they are when no operator says otherwise. */
export const defaultNovaConfig = (): NovaConfig => loadConfig({ files: [], env: {}, options: novaOptions })
