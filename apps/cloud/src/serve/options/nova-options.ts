import { defineOptions } from '@nimbo/config/option-group'
import { choice, integer, port, string } from '@nimbo/config/option-types'

/** How the roles of nova are served. */
export const novaServeOptions = [
  defineOptions('DEFAULT', {
    osapi_compute_listen: string({ default: '0.0.0.0', help: 'Where nova-api listens.' }),
    osapi_compute_listen_port: port({ default: 8774, help: 'The port for that.' }),
    osapi_compute_workers: integer({
      min: 1,
      help: 'Processes that serve nova-api; one a core unless given.',
    }),
    metadata_listen: string({ default: '0.0.0.0', help: 'Where nova-api-metadata listens.' }),
    metadata_listen_port: port({ default: 8775, help: 'The port for that.' }),
    metadata_workers: integer({
      min: 1,
      help: 'Processes that serve nova-api-metadata; one a core unless given.',
    }),
    compute_driver: choice(['libvirt.LibvirtDriver', 'fake.FakeDriver'], {
      default: 'libvirt.LibvirtDriver',
      help: 'What runs the servers of a compute host; the fake one only pretends.',
    }),
    instances_path: string({
      default: '$state_path/instances',
      help: 'Where a compute host keeps the disks of servers.',
    }),
  }),
  defineOptions('scheduler', {
    workers: integer({ default: 1, min: 1, help: 'Processes of nova-scheduler on this machine.' }),
  }),
  defineOptions('conductor', {
    workers: integer({ default: 1, min: 1, help: 'Processes of nova-conductor on this machine.' }),
  }),
  defineOptions('api_database', {
    connection: string({
      help: 'Where the tables common to all cells are. Needed by nova-api, nova-scheduler and nova-conductor.',
      secret: true,
    }),
  }),
  defineOptions('fake', {
    faults_directory: string({
      help:
        'A directory whose files make the fake driver fail or wait, for tests of what uses a cloud: `spawn.fail` fails all, ' +
        '`spawn.fail-1` the next one, `spawn.hold` has them wait. Also destroy, power-on, power-off, reboot, pause, unpause, ' +
        'attach-volume, detach-volume, attach-interface, detach-interface.',
    }),
  }),
  defineOptions('libvirt', {
    virt_type: choice(['auto', 'kvm', 'qemu'], {
      default: 'auto',
      help: 'How guests run; auto tries KVM and falls back to emulation.',
    }),
  }),
] as const
