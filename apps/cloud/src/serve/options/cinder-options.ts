import { defineOptions } from '@nimbo/config/option-group'
import { choice, integer, port, string } from '@nimbo/config/option-types'

/** How the roles of cinder are served, and where it keeps volumes. */
export const cinderServeOptions = [
  defineOptions('DEFAULT', {
    osapi_volume_listen: string({ default: '0.0.0.0', help: 'Where cinder-api listens.' }),
    osapi_volume_listen_port: port({ default: 8776, help: 'The port for that.' }),
    osapi_volume_workers: integer({
      min: 1,
      help: 'Processes that serve cinder-api; one a core unless given.',
    }),
  }),
] as const

/** A back end, in the section that `enabled_backends` names. */
export const backendOptions = <const Section extends string>(section: Section) =>
  defineOptions(section, {
    volume_driver: choice(['file', 'fake'], {
      default: 'file',
      help: 'What keeps the volumes; the fake one only pretends.',
    }),
    volumes_dir: string({ default: '$state_path/volumes', help: 'Where the file driver keeps them.' }),
  })
