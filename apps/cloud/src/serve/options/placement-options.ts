import { defineOptions } from '@nimbo/config/option-group'
import { integer, port, string } from '@nimbo/config/option-types'

/** How placement is served. */
export const placementServeOptions = [
  defineOptions('DEFAULT', {
    bind_host: string({ default: '0.0.0.0', help: 'Where placement listens.' }),
    bind_port: port({ default: 8778, help: 'The port for that.' }),
    workers: integer({ min: 1, help: 'Processes that serve it; one a core unless given.' }),
  }),
] as const
