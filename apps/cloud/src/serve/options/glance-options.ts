import { defineOptions } from '@nimbo/config/option-group'
import { integer, port, string } from '@nimbo/config/option-types'

/** How glance is served, and where it keeps images. */
export const glanceServeOptions = [
  defineOptions('DEFAULT', {
    bind_host: string({ default: '0.0.0.0', help: 'Where the image service listens.' }),
    bind_port: port({ default: 9292, help: 'The port for that.' }),
    workers: integer({ min: 1, help: 'Processes that serve it; one a core unless given.' }),
  }),
  defineOptions('glance_store', {
    filesystem_store_datadir: string({
      default: '$state_path/images',
      help: 'Where images are kept: a directory that every machine with glance-api shares.',
    }),
  }),
] as const
