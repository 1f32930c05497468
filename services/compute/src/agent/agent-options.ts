import { defineOptions, type GroupValues } from '@nimbo/config/option-group'
import { boolean, choice, float, integer, list, seconds, string } from '@nimbo/config/option-types'
import { knownVmdkTypes } from '@nimbo/image-format/vmdk'

/** Options of a compute host. */
export const agentOptions = defineOptions('DEFAULT', {
  vif_plugging_timeout: seconds({
    default: 300,
    help: 'Seconds that a build waits until the network service reports that the ports of the server are up; 0 does not wait.',
  }),
  vif_plugging_is_fatal: boolean({
    default: true,
    help: 'Whether a build fails if the ports of the server do not come up in time; if not, the server starts anyway.',
  }),
  network_allocate_retries: integer({
    default: 0,
    min: 0,
    help: 'Number of times a host tries again to create and bind the ports of a new server; the pauses double from 1 to 30 seconds.',
  }),
  max_concurrent_builds: integer({
    default: 10,
    min: 0,
    help: 'Maximum number of servers that a host builds at the same time; 0 is no limit.',
  }),
  max_concurrent_snapshots: integer({
    default: 5,
    min: 0,
    help: 'Maximum number of server disks that a host copies and uploads as images at the same time; others wait. 0 is no limit.',
  }),
  max_concurrent_live_migrations: integer({
    default: 1,
    min: 0,
    help: 'Maximum number of live migrations that leave a host at the same time; others wait. 0 is no limit.',
  }),
  block_device_allocate_retries: integer({
    default: 60,
    min: 0,
    help: 'Number of times the status of a new volume is checked again before the build fails.',
  }),
  block_device_allocate_retries_interval: seconds({
    default: 3,
    help: 'Maximum number of seconds between two checks of a new volume; the first checks follow faster.',
  }),
  reimage_timeout_per_gb: seconds({
    default: 20,
    min: 1,
    help: 'Seconds per GiB that the volume service has to write an image to the root volume of a server that is rebuilt.',
  }),
  shutdown_timeout: seconds({
    default: 60,
    help: 'Seconds that a guest has to shut down by itself before it is powered off.',
  }),
  use_cow_images: boolean({
    default: true,
    help: 'Whether root disks are copy-on-write overlays on cached images; if not, they are full copies, which take more space and time.',
  }),
  reboot_timeout: seconds({
    default: 0,
    help: 'Maximum number of seconds that a guest has to shut down for a soft reboot before a hard reboot follows; 0 leaves the time to the driver.',
  }),
  resume_guests_state_on_host_boot: boolean({
    default: false,
    help: 'Whether guests that were running when their host went down are started again once it is back.',
  }),
  running_deleted_instance_action: choice(['reap', 'shutdown', 'log', 'noop'], {
    default: 'reap',
    help: 'Action for a guest that still exists although its server is deleted: remove it (reap), power it off (shutdown), only log a warning (log), or nothing (noop).',
  }),
  running_deleted_instance_poll_interval: seconds({
    default: 1800,
    help: 'Seconds between two searches for guests of deleted servers, the first when nova-compute starts; 0 disables them.',
  }),
  running_deleted_instance_timeout: seconds({
    default: 0,
    help: 'Seconds for which a guest of a deleted server must have been seen before the action is taken.',
  }),
  report_interval: seconds({
    default: 10,
    min: 0.1,
    help: 'Seconds between two heartbeats of a compute host, which also report its resources.',
  }),
  sync_power_state_interval: seconds({
    default: 600,
    min: 1,
    help: 'Seconds between two comparisons of the power states of guests with those in the database.',
  }),
  reserved_host_cpus: integer({ default: 0, min: 0, help: 'Number of CPUs reserved for the host itself.' }),
  reserved_host_memory_mb: integer({
    default: 512,
    min: 0,
    help: 'Memory reserved for the host itself, in MiB.',
  }),
  reserved_host_disk_mb: integer({
    default: 0,
    min: 0,
    help: 'Disk space reserved for the host itself, in MiB, rounded up to whole GiB.',
  }),
  cpu_allocation_ratio: float({
    min: 0,
    help: 'Allocation ratio of CPUs: virtual CPUs offered per CPU of the host. Unset: initial_cpu_allocation_ratio.',
  }),
  ram_allocation_ratio: float({
    min: 0,
    help: 'Allocation ratio of memory: memory offered relative to that of the host. Unset: initial_ram_allocation_ratio.',
  }),
  disk_allocation_ratio: float({
    min: 0,
    help: 'Allocation ratio of disk: disk space offered relative to that of the host. Unset: initial_disk_allocation_ratio.',
  }),
  initial_cpu_allocation_ratio: float({
    default: 4,
    min: 0,
    help: 'Allocation ratio of CPUs of hosts that do not set cpu_allocation_ratio.',
  }),
  initial_ram_allocation_ratio: float({
    default: 1,
    min: 0,
    help: 'Allocation ratio of memory of hosts that do not set ram_allocation_ratio.',
  }),
  initial_disk_allocation_ratio: float({
    default: 1,
    min: 0,
    help: 'Allocation ratio of disk of hosts that do not set disk_allocation_ratio.',
  }),
  volume_usage_poll_interval: seconds({
    default: 0,
    help: 'Seconds between two notifications of what servers read and write on their volumes (volume.usage), which are also sent when a volume is detached; 0 sends none.',
  }),
  compute_monitors: list({
    default: [],
    help: 'Monitors of a compute host, whose metrics the scheduler can use (see the group metrics) and which are sent as notifications: cpu.virt_driver measures how busy its CPUs are.',
  }),
  my_ip: string({ default: '127.0.0.1', help: 'IP address at which other services reach this host.' }),
})

export const imageOptions = defineOptions('compute', {
  resource_provider_association_refresh: integer({
    default: 300,
    min: 0,
    help: 'Seconds after which a host reports its inventory to placement again even if nothing has changed; 0: never.',
  }),
  provider_config_location: string({
    default: '/etc/nova/provider_config/',
    help: 'Directory of *.yaml files with inventories and traits that this host adds to its resource providers; read when nova-compute starts.',
  }),
  vmdk_allowed_types: list({
    default: knownVmdkTypes,
    help: 'VMDK subformats that servers may boot from. Only the default ones are contained in a single file; any others are refused even if listed here.',
  }),
})

/** Options about images of servers; they are in Nova's group `[libvirt]`, with any hypervisor. */
export const snapshotOptions = defineOptions('libvirt', {
  images_type: choice(['default', 'qcow2'], {
    default: 'default',
    help: 'How root disks are created from images: default follows use_cow_images, qcow2 always creates overlays. The format is qcow2 in both cases.',
  }),
  snapshot_image_format: choice(['raw', 'qcow2'], {
    help: 'Disk format of images created from servers; unset: the format in which the driver copies disks, which is qcow2.',
  }),
})

/** Options of how compute hosts get images. */
export const imageDownloadOptions = defineOptions('glance', {
  num_retries: integer({
    default: 3,
    min: 0,
    help: 'Number of times the download of an image is tried again when the connection breaks or the image service answers that it failed.',
  }),
})

/** Options of the images that a compute host keeps. */
export const imageCacheOptions = defineOptions('image_cache', {
  manager_interval: integer({
    default: 2400,
    min: -1,
    help: 'Seconds between two searches for cached images that no server of this host uses; 0: 60 seconds, -1: never.',
  }),
  precache_concurrency: integer({
    default: 1,
    min: 1,
    help: 'Number of hosts that fetch images at the same time when the hosts of an aggregate are asked to cache them in advance.',
  }),
  remove_unused_base_images: boolean({
    default: true,
    help: 'Whether cached images that no server uses are removed.',
  }),
  remove_unused_original_minimum_age_seconds: integer({
    default: 86_400,
    min: 0,
    help: 'Seconds for which a cached image must have been unused before it is removed.',
  }),
})

export type AgentOptions = GroupValues<typeof agentOptions>
