import { defineOptions } from '@nimbo/config/option-group'
import { choice, integer, port, string } from '@nimbo/config/option-types'

/** How the roles of neutron are served. */
export const neutronServeOptions = [
  defineOptions('DEFAULT', {
    bind_host: string({ default: '0.0.0.0', help: 'Where neutron-server listens.' }),
    bind_port: port({ default: 9696, help: 'The port for that.' }),
    api_workers: integer({ min: 1, help: 'Processes that serve it; one a core unless given.' }),
  }),
  defineOptions('AGENT', {
    agent_driver: choice(['linuxbridge', 'fake'], {
      default: 'linuxbridge',
      help: 'What wires ports on a host; the fake one only pretends.',
    }),
  }),
] as const
