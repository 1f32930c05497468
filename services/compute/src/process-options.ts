import { defineOptions } from '@nimbo/config/option-group'
import { boolean, choice, integer, list, string } from '@nimbo/config/option-types'

/** How Nova's roles are distributed over processes, and where they find what they share. */
export const processOptions = [
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
] as const

/** The hypervisor of a compute host. */
export const hypervisorOptions = [
  defineOptions('DEFAULT', {
    compute_driver: choice(['libvirt.LibvirtDriver', 'qemu.QemuDriver', 'fake.FakeDriver'], {
      default: 'libvirt.LibvirtDriver',
      help:
        'What runs the servers of a compute host: libvirt; QEMU alone, which needs no root and has user networking (agent_driver ' +
        'of neutron: user); or the fake one, which only pretends.',
    }),
    instances_path: string({
      default: '$state_path/instances',
      help: 'Where a compute host keeps the disks of servers.',
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
  defineOptions('vnc', {
    server_listen: string({
      default: '127.0.0.1',
      help: 'Address of a compute host where screens of its servers listen; they ask for no password, so keep it to a network of the cloud.',
    }),
    server_proxyclient_address: string({
      default: '127.0.0.1',
      help: 'Where the console proxies reach that address.',
    }),
  }),
  defineOptions('compute', {
    shutdown_retry_interval: integer({
      default: 10,
      min: 1,
      help: 'How often, in seconds, a guest that is to shut down is asked to until it does.',
    }),
  }),
  defineOptions('libvirt', {
    virt_type: choice(['auto', 'kvm', 'qemu'], {
      default: 'auto',
      help: 'How guests run; auto tries KVM and falls back to emulation.',
    }),
    cpu_mode: choice(['custom', 'host-model', 'host-passthrough', 'maximum', 'none'], {
      help: 'The CPU that guests see. Unset: host-model with KVM, and with emulation the one of QEMU, as with none.',
    }),
    cpu_models: list({
      default: [],
      help: 'Models of CPUs for the mode custom, which needs them, and for no other mode; guests get the first.',
    }),
    cpu_model_extra_flags: list({
      default: [],
      help: 'Features of a CPU that guests have beyond their model; with a - before it, one that they lack.',
    }),
    hw_machine_type: list({
      default: [],
      help: 'Machine types of servers whose image names none, each ARCHITECTURE=TYPE; else pc. Servers get another type with their next start.',
    }),
    sysinfo_serial: choice(['none', 'os', 'hardware', 'auto', 'unique'], {
      default: 'unique',
      help: "What guests read as their serial number: nothing, the host's machine-id (os), the id of its board (hardware), the first of these that there is (auto), or the id of the server (unique).",
    }),
    rng_dev_path: string({
      default: '/dev/urandom',
      help: 'The device of the host that guests get randomness from.',
    }),
    num_pcie_ports: integer({
      default: 0,
      min: 0,
      max: 28,
      help: 'PCI Express ports of guests whose machine type is q35, one for each device; 0: sixteen.',
    }),
    wait_soft_reboot_seconds: integer({
      default: 120,
      min: 0,
      help: 'How many seconds a guest has to shut down for a soft reboot before its power is cut.',
    }),
    device_detach_attempts: integer({
      default: 8,
      min: 1,
      help: 'How often a guest is asked to release a device before the detach fails.',
    }),
    device_detach_timeout: integer({
      default: 20,
      min: 1,
      help: 'How many seconds it has each time.',
    }),
    nbd_tls_x509_cert_dir: string({
      default: '/etc/pki/qemu',
      help: 'For qemu.QemuDriver: directory of ca-cert.pem, client-cert.pem and client-key.pem, by which guests reach volumes over NBD with TLS. libvirt has an option of this name in its qemu.conf.',
    }),
    live_migration_uri: string({
      help: 'libvirtd of the host that a guest goes to, as the one here reaches it; %s stands for that host. Without it qemu+<scheme>://%s/system.',
    }),
    live_migration_scheme: string({
      help: 'How libvirtd reaches the other one where live_migration_uri says nothing: tcp (the default), tls or ssh. libvirtd must listen for it.',
    }),
    live_migration_inbound_addr: string({
      help: 'Where other hosts reach this one with the guests that they send; its host name unless given.',
    }),
    live_migration_downtime: integer({
      default: 500,
      min: 100,
      help: 'The longest that a guest may stand still in the end, in milliseconds.',
    }),
    live_migration_completion_timeout: integer({
      default: 800,
      min: 0,
      help: 'Seconds for each GiB of memory and disk, after which live_migration_timeout_action is taken; 0 sets no limit.',
    }),
    live_migration_timeout_action: choice(['abort', 'force_complete'], {
      default: 'abort',
      help: 'What becomes of a live migration that takes too long.',
    }),
    live_migration_permit_post_copy: boolean({
      default: false,
      help: 'Whether a guest that is forced goes on elsewhere before all of its memory is there; else it is paused.',
    }),
    live_migration_permit_auto_converge: boolean({
      default: false,
      help: 'Whether a guest that writes faster than it is copied is slowed down.',
    }),
  }),
] as const
