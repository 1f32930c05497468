import { defineOptions, type GroupValues } from '@nimbo/config/option-group'
import { boolean, float, integer, list, seconds, string } from '@nimbo/config/option-types'
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
  vmdk_allowed_types: list({
    default: knownVmdkTypes,
    help: 'Types of VMDK that servers boot from. Only these two keep to a single file; others are refused even if named here.',
  }),
})

export type AgentOptions = GroupValues<typeof agentOptions>
