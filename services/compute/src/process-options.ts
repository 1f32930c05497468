import { defineOptions } from '@nimbo/config/option-group'
import { boolean, choice, integer, list, string } from '@nimbo/config/option-types'

/** How Nova's roles are distributed over processes, and the addresses of the resources that they share. */
export const processOptions = [
  defineOptions('scheduler', {
    workers: integer({ default: 1, min: 1, help: 'Number of nova-scheduler processes on this machine.' }),
  }),
  defineOptions('conductor', {
    workers: integer({ default: 1, min: 1, help: 'Number of nova-conductor processes on this machine.' }),
  }),
  defineOptions('api_database', {
    connection: string({
      help: 'URL of the database with the tables common to all cells. Required by nova-api, nova-scheduler and nova-conductor.',
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
        'Hypervisor driver of a compute host: libvirt; QEMU without libvirt, which does not need root and uses user networking ' +
        '(agent_driver = user in the configuration of neutron); or a fake driver, which only pretends to run servers.',
    }),
    instances_path: string({
      default: '$state_path/instances',
      help: 'Directory in which a compute host keeps the disks of servers.',
    }),
    pointer_model: choice(['usbtablet', 'ps2mouse'], {
      default: 'usbtablet',
      help: 'Pointer of guests whose image names none: a USB tablet, which follows the pointer of a graphical console, or the PS/2 mouse that every PC has. A change applies to a server at its next start. Not for qemu.QemuDriver.',
    }),
  }),
  defineOptions('fake', {
    faults_directory: string({
      help:
        'Directory of files that make the fake driver fail or wait, for testing clients: `spawn.fail` makes every spawn fail, ' +
        '`spawn.fail-1` only the next one, `spawn.hold` makes spawns wait. The same works for destroy, power-on, power-off, ' +
        'reboot, pause, unpause, attach-volume, detach-volume, attach-interface and detach-interface.',
    }),
  }),
  defineOptions('vnc', {
    server_listen: string({
      default: '127.0.0.1',
      help: 'Address on which the VNC servers of guests listen. They require no password, so use an address in an internal network of the cloud.',
    }),
    server_proxyclient_address: string({
      default: '127.0.0.1',
      help: 'Address at which console proxies reach the VNC servers of this host.',
    }),
  }),
  defineOptions('compute', {
    shutdown_retry_interval: integer({
      default: 10,
      min: 1,
      help: 'Seconds between two shutdown requests to a guest that has not shut down yet.',
    }),
  }),
  defineOptions('libvirt', {
    virt_type: choice(['auto', 'kvm', 'qemu', 'lxc'], {
      default: 'auto',
      help: 'Virtualization of guests: kvm, qemu (emulation), auto, which uses KVM if available and emulation otherwise, or lxc: servers are containers, from images of a file system without partitions.',
    }),
    cpu_mode: choice(['custom', 'host-model', 'host-passthrough', 'maximum', 'none'], {
      help: 'CPU model that guests see. Unset: host-model with KVM; with emulation the default of QEMU, as with none.',
    }),
    cpu_models: list({
      default: [],
      help: 'CPU models for cpu_mode custom, which requires them; not allowed with any other mode. Guests get the first model.',
    }),
    cpu_model_extra_flags: list({
      default: [],
      help: 'CPU features added to the CPU model of guests, or removed from it if preceded by a minus sign; without effect if cpu_mode is none.',
    }),
    hw_machine_type: list({
      default: [],
      help: 'Machine types of servers whose image names none, each as ARCHITECTURE=TYPE; pc for architectures not listed. Recorded with each server, so that a change applies to servers built later.',
    }),
    disk_cachemodes: list({
      default: [],
      help: 'Cache modes of disks, each as TYPE=MODE: file for local disks, network for volumes; default, none, writethrough, writeback, directsync or unsafe. Disks not listed are writeback; those that several servers share are none.',
    }),
    hw_disk_discard: choice(['ignore', 'unmap'], {
      default: 'unmap',
      help: 'Whether what guests discard is given back to the host (unmap) or not (ignore).',
    }),
    sysinfo_serial: choice(['none', 'os', 'hardware', 'auto', 'unique'], {
      default: 'unique',
      help: "Serial number that guests see: none, the host's machine-id (os), the id of its mainboard (hardware), the first of these two that exists (auto), or the id of the server (unique).",
    }),
    rng_dev_path: string({
      default: '/dev/urandom',
      help: 'Device of the host from which guests get random numbers.',
    }),
    num_pcie_ports: integer({
      default: 0,
      min: 0,
      max: 28,
      help: 'Number of PCI Express ports of guests with machine type q35; each port takes one device. 0: 16 ports.',
    }),
    wait_soft_reboot_seconds: integer({
      default: 120,
      min: 0,
      help: 'Seconds that a guest has to shut down for a soft reboot before it is powered off.',
    }),
    device_detach_attempts: integer({
      default: 8,
      min: 1,
      help: 'Number of times a guest is asked to release a device before the detach fails.',
    }),
    device_detach_timeout: integer({
      default: 20,
      min: 1,
      help: 'Seconds that a guest has to release a device after each request to do so.',
    }),
    nbd_tls_x509_cert_dir: string({
      default: '/etc/pki/qemu',
      help: 'For qemu.QemuDriver: directory with ca-cert.pem, client-cert.pem and client-key.pem, with which guests connect to volumes over NBD with TLS. For libvirt, set the option of this name in its qemu.conf.',
    }),
    supported_tpm_secret_security: list({
      default: ['user', 'host', 'deployment'],
      help: 'Who may own the secrets of TPMs of servers on this host, by the words of hw:tpm_secret_security: deployment is the account of Nova. The modes user and host may be listed, but servers with a flavor that requests one of them find no host.',
    }),
    live_migration_uri: string({
      help: 'URI at which libvirtd of this host reaches that of the destination of a live migration; %s stands for the address of the destination. Unset: qemu+<scheme>://%s/system.',
    }),
    live_migration_scheme: string({
      help: 'Scheme of the URI of the destination if live_migration_uri is unset: tcp (the default), tls or ssh. libvirtd there must accept it.',
    }),
    live_migration_inbound_addr: string({
      help: 'Address at which this host receives live migrations from other hosts; unset: its host name.',
    }),
    live_migration_downtime: integer({
      default: 500,
      min: 100,
      help: 'Maximum time for which a guest may be paused at the end of a live migration, in milliseconds.',
    }),
    live_migration_completion_timeout: integer({
      default: 800,
      min: 0,
      help: 'Timeout of a live migration in seconds per GiB of memory and disk, after which live_migration_timeout_action is taken; 0 is no limit.',
    }),
    live_migration_timeout_action: choice(['abort', 'force_complete'], {
      default: 'abort',
      help: 'Action when a live migration exceeds its timeout: abort it, or force it to complete.',
    }),
    live_migration_permit_post_copy: boolean({
      default: false,
      help: 'Whether a live migration that is forced to complete uses post-copy: the guest continues on the destination before all of its memory is there. If not, the guest is paused.',
    }),
    live_migration_permit_auto_converge: boolean({
      default: false,
      help: 'Whether a guest that changes its memory faster than it is copied is slowed down.',
    }),
    live_migration_bandwidth: integer({
      default: 0,
      min: 0,
      help: 'Maximum bandwidth of a live migration in MiB per second; 0 is no limit.',
    }),
    live_migration_parallel_connections: integer({
      default: 1,
      min: 1,
      help: 'Number of connections over which the memory of a guest is sent at the same time.',
    }),
    live_migration_with_native_tls: boolean({
      default: false,
      help: 'Whether QEMU encrypts what it sends to the other host in a live migration, disks too. Both hosts need the certificates of migrate_tls_x509_cert_dir in their qemu.conf.',
    }),
  }),
] as const
