import { defineOptions, type GroupValues } from '@nimbo/config/option-group'
import { boolean, choice, float, integer, list, seconds, string } from '@nimbo/config/option-types'
import { knownVmdkTypes } from '@nimbo/image-format/vmdk'

/** Options of a compute host. */
export const agentOptions = defineOptions('DEFAULT', {
  vif_plugging_timeout: seconds({
    default: 300,
    help: 'How long a build waits for the network service to say that the ports of a server are up; 0 does not wait.',
  }),
  vif_plugging_is_fatal: boolean({
    default: true,
    help: 'Whether a build fails when its ports do not come up in time; otherwise the server starts all the same.',
  }),
  max_concurrent_builds: integer({
    default: 10,
    min: 0,
    help: 'How many servers one host builds at once; 0 sets no limit.',
  }),
  max_concurrent_snapshots: integer({
    default: 5,
    min: 0,
    help: 'How many disks of servers one host copies and uploads as images at once; others wait. 0 sets no limit.',
  }),
  max_concurrent_live_migrations: integer({
    default: 1,
    min: 0,
    help: 'How many guests leave one host at once as they run; others wait. 0 sets no limit.',
  }),
  block_device_allocate_retries: integer({
    default: 60,
    min: 0,
    help: 'How often to look whether a new volume is ready before the build fails.',
  }),
  block_device_allocate_retries_interval: seconds({
    default: 3,
    help: 'How long to wait between two looks at a new volume.',
  }),
  shutdown_timeout: seconds({
    default: 60,
    help: 'How long a guest has to shut down by itself before its power is cut.',
  }),
  use_cow_images: boolean({
    default: true,
    help: 'Whether root disks are copy-on-write overlays on cached images; otherwise whole copies, which take more room and time.',
  }),
  reboot_timeout: seconds({
    default: 0,
    help: 'How long a guest has at most to shut down for a soft reboot before it is rebooted hard; 0 leaves that to the driver.',
  }),
  resume_guests_state_on_host_boot: boolean({
    default: false,
    help: 'Whether guests that ran when a host went down are started when it is back.',
  }),
  running_deleted_instance_action: choice(['reap', 'shutdown', 'log', 'noop'], {
    default: 'reap',
    help: 'What becomes of a guest that still runs although its server is deleted: it is removed, powered off, told of in the log, or left alone.',
  }),
  running_deleted_instance_poll_interval: seconds({
    default: 1800,
    help: 'How often such guests are looked for, first when a host starts.',
  }),
  running_deleted_instance_timeout: seconds({
    default: 0,
    help: 'How long such a guest was seen before something becomes of it.',
  }),
  report_interval: seconds({
    default: 10,
    min: 0.1,
    help: 'How often a compute host gives a sign of life and tells what it has.',
  }),
  sync_power_state_interval: seconds({
    default: 600,
    min: 1,
    help: 'How often a compute host compares the power of its servers with what the cloud believes.',
  }),
  reserved_host_cpus: integer({ default: 0, min: 0, help: 'CPUs kept for the host itself.' }),
  reserved_host_memory_mb: integer({
    default: 512,
    min: 0,
    help: 'Memory kept for the host itself, in mebibytes.',
  }),
  reserved_host_disk_mb: integer({
    default: 0,
    min: 0,
    help: 'Disk kept for the host itself, in mebibytes.',
  }),
  cpu_allocation_ratio: float({
    min: 0,
    help: 'How many virtual CPUs the host offers for each of its own; initial_cpu_allocation_ratio unless given.',
  }),
  ram_allocation_ratio: float({
    min: 0,
    help: 'How much memory the host offers for each mebibyte it has; initial_ram_allocation_ratio unless given.',
  }),
  disk_allocation_ratio: float({
    min: 0,
    help: 'How much disk the host offers for each gibibyte it has; initial_disk_allocation_ratio unless given.',
  }),
  initial_cpu_allocation_ratio: float({
    default: 4,
    min: 0,
    help: 'How many virtual CPUs a new host offers for each of its own.',
  }),
  initial_ram_allocation_ratio: float({
    default: 1,
    min: 0,
    help: 'How much memory a new host offers for each mebibyte it has.',
  }),
  initial_disk_allocation_ratio: float({
    default: 1,
    min: 0,
    help: 'How much disk a new host offers for each gibibyte it has.',
  }),
  my_ip: string({ default: '127.0.0.1', help: 'Address by which other services reach this host.' }),
})

export const imageOptions = defineOptions('compute', {
  resource_provider_association_refresh: integer({
    default: 300,
    min: 0,
    help: 'After how many seconds a host tells placement again what it offers, though nothing has changed; 0 never.',
  }),
  vmdk_allowed_types: list({
    default: knownVmdkTypes,
    help: 'Types of VMDK that servers boot from. Only these two keep to a single file; others are refused even if named here.',
  }),
})

/** Options about images of servers; `[libvirt]` is their group in Nova, whatever runs the servers. */
export const snapshotOptions = defineOptions('libvirt', {
  images_type: choice(['default', 'qcow2'], {
    default: 'default',
    help: 'How root disks are made of images: as use_cow_images says, or (qcow2) as overlays on them. Disks are qcow2 in any case.',
  }),
  snapshot_image_format: choice(['raw', 'qcow2'], {
    help: 'The format of images that are made of servers; unset: as the driver copies disks, which is qcow2.',
  }),
})

/** Options of the images that a compute host keeps. */
export const imageCacheOptions = defineOptions('image_cache', {
  manager_interval: integer({
    default: 2400,
    min: -1,
    help: 'How many seconds pass between two looks for images that no server of this machine needs; 0: a minute, -1: none are looked for.',
  }),
  remove_unused_base_images: boolean({ default: true, help: 'Whether such images are removed.' }),
  remove_unused_original_minimum_age_seconds: integer({
    default: 86_400,
    min: 0,
    help: 'For how many seconds nothing may have needed an image that is removed.',
  }),
})

export type AgentOptions = GroupValues<typeof agentOptions>
