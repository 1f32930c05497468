import { join } from 'node:path'
import type { HypervisorOfHost } from '@nimbo/compute/driver/hypervisor-of-host'
import { injectionOptions } from '@nimbo/compute/injection-options'
import { hypervisorOptions } from '@nimbo/compute/process-options'
import { serialConsoleOptions } from '@nimbo/compute/serial-console-options'
import { spiceOptions } from '@nimbo/compute/spice-options'
import type { Config } from '@nimbo/config/option-group'
import type { LiveMigrationOptions } from '@nimbo/hypervisor-libvirt/live/live-options'
import type { SpiceOptions } from '@nimbo/hypervisor-libvirt/spice'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { UserError } from '@nimbo/kernel/user-error'
import { agentDriverOptions, linuxBridgeOptions, vxlanAgentOptions } from '@nimbo/network/config'
import { physicalDevices } from '@nimbo/network/physical-devices'
import type { ObjectAccount } from '@nimbo/object-account/object-account'
import { objectsOptions } from '@nimbo/object-store/storage-options'
import { commonOptions } from '@nimbo/service/common-options'
import type { ReadOptions } from '@nimbo/service/read-options'
import { backupOptions } from '@nimbo/volume/config'
import type { CloudDrivers } from '../drivers.ts'
import { securityLogIn } from '../security-log-in.ts'
import { directoryAt, enterable } from './directory-at.ts'
import { guestOptions } from './guest-options.ts'
import { chosenBackups } from './serve-backups.ts'
import { storesOf } from './serve-stores.ts'
import { serialOptions } from './serial-options.ts'
import { enabledVolumes, volumeBackend } from './serve-volumes.ts'
import { storagePolicies } from './storage-policies.ts'

interface DriverDeps {
  /** Reads the options of the role's service. */
  readonly read: ReadOptions
  readonly host: string
  readonly clock: Clock
  readonly log: Log
  /** Opens the service's account in the object store of the same cloud. */
  readonly account: () => Promise<ObjectAccount>
}

/** The drivers that the options of each service choose, loaded on demand. */
export const serveDrivers = (deps: DriverDeps): CloudDrivers => ({
  hypervisor: async () => [await hypervisorOf(deps)],
  network: async () => {
    const options = deps.read([...commonOptions, agentDriverOptions, linuxBridgeOptions, vxlanAgentOptions])
    if (options.AGENT.agent_driver === 'fake')
      return (await import('@nimbo/network-fake/network-fake')).fakeNetworkDriver()
    if (options.AGENT.agent_driver === 'user')
      return (await import('@nimbo/network-user/user-network')).userNetworkDriver()
    const { linuxbridgeDriver } = await import('@nimbo/network-linuxbridge/network-linuxbridge')
    const cloud = options.DEFAULT.state_path
    const { local_ip: localAddress } = options.vxlan
    return linuxbridgeDriver({
      // The agent learns the addresses of other hosts from the server.
      ...(localAddress === undefined ? {} : { tunnels: { localAddress, peers: [] } }),
      ...{ cloud, securityLog: securityLogIn(cloud) },
      physicalDevices: physicalDevices(options.linux_bridge),
    })
  },
  volume: async () => (await enabledVolumes(deps)) ?? [await volumeBackend('file', deps)],
  backup: async () => {
    const { DEFAULT } = deps.read([...commonOptions, backupOptions])
    const chosen = await chosenBackups(DEFAULT, deps.account)
    if (chosen !== undefined) return chosen
    const { fileBackups } = await import('@nimbo/volume-file/backups/file-backups')
    const directory = await directoryAt(DEFAULT.backup_posix_path)
    return fileBackups({ directory, blockSize: DEFAULT.backup_block_size_bytes })
  },
  store: () => storesOf(deps),
  objects: async () => {
    const { objects } = deps.read([...commonOptions, objectsOptions])
    return storagePolicies(deps.read, async () => {
      const { diskObjects } = await import('@nimbo/objects-file/disk-objects')
      return diskObjects({ directories: [await directoryAt(objects.filesystem_store_datadir)], replicas: 1 })
    })
  },
})

const hypervisorOf = async ({ read, host, clock, log }: DriverDeps): Promise<HypervisorOfHost> => {
  const options = read([
    ...commonOptions,
    ...hypervisorOptions,
    spiceOptions,
    serialConsoleOptions,
    injectionOptions,
  ])
  const { DEFAULT, fake, libvirt, vnc, spice, serial_console } = options
  const state = await directoryAt(DEFAULT.state_path, enterable)
  if (DEFAULT.compute_driver === 'fake.FakeDriver') {
    const { fakeHypervisor } = await import('@nimbo/hypervisor-fake/fake-hypervisor')
    const stateDirectory = await directoryAt(join(state, 'fake-hypervisor'))
    const faults = fake.faults_directory === undefined ? {} : { faultsDirectory: fake.faults_directory }
    const [only] = fakeHypervisor({ hosts: [host], stateDirectory, clock, ...faults }).hypervisors
    if (only === undefined) throw new RangeError('a fake hypervisor stands for its host')
    return only
  }
  const virtType = libvirt.virt_type
  if (DEFAULT.compute_driver === 'qemu.QemuDriver') {
    if (virtType === 'lxc')
      throw new UserError(
        'nova.conf: [libvirt] virt_type lxc is for compute_driver libvirt.LibvirtDriver only',
      )
    const { qemuHypervisor } = await import('@nimbo/hypervisor-qemu/qemu-hypervisor')
    const driver = qemuHypervisor({
      instancesDir: await directoryAt(DEFAULT.instances_path),
      stateDir: state,
      node: host,
      virtType,
      shutdownRetrySeconds: options.compute.shutdown_retry_interval,
      nbdCertificates: libvirt.nbd_tls_x509_cert_dir,
      consoles: { listen: vnc.server_listen, reachedAt: vnc.server_proxyclient_address },
      clock,
      log,
    })
    return { host, driver }
  }
  const instancesDir = await directoryAt(DEFAULT.instances_path, enterable)
  if (virtType === 'lxc') {
    const { libvirtContainers } = await import('@nimbo/hypervisor-libvirt/containers/libvirt-containers')
    const guests = guestOptions(options)
    return { host, driver: libvirtContainers({ instancesDir, node: host, guests, clock, log }) }
  }
  const { libvirtHypervisor } = await import('@nimbo/hypervisor-libvirt/libvirt-hypervisor')
  const driver = libvirtHypervisor({
    instancesDir,
    stateDir: state,
    node: host,
    virtType,
    vnc: { listen: vnc.server_listen, reachedAt: vnc.server_proxyclient_address },
    ...(spice.enabled ? { spice: spiceOf(spice) } : {}),
    ...(serial_console.enabled ? { serial: serialOptions(serial_console) } : {}),
    guests: guestOptions(options),
    live: liveOptions(libvirt),
    clock,
    log,
  })
  return { host, driver }
}

const spiceOf = (spice: Config<typeof spiceOptions>['spice']): SpiceOptions => ({
  listen: spice.server_listen,
  reachedAt: spice.server_proxyclient_address,
  agent: spice.agent_enabled,
  requireSecure: spice.require_secure,
  ...(spice.image_compression === undefined ? {} : { imageCompression: spice.image_compression }),
  ...(spice.jpeg_compression === undefined ? {} : { jpegCompression: spice.jpeg_compression }),
  ...(spice.zlib_compression === undefined ? {} : { zlibCompression: spice.zlib_compression }),
  ...(spice.playback_compression === undefined ? {} : { playbackCompression: spice.playback_compression }),
  ...(spice.streaming_mode === undefined ? {} : { streamingMode: spice.streaming_mode }),
})

type LibvirtOptions = Config<(typeof hypervisorOptions)[number]>['libvirt']

const liveOptions = (libvirt: LibvirtOptions): Partial<LiveMigrationOptions> => {
  const { live_migration_uri: uri, live_migration_scheme: scheme } = libvirt
  const { live_migration_inbound_addr: inboundAddress } = libvirt
  return {
    ...(uri === undefined ? {} : { uri }),
    ...(scheme === undefined ? {} : { scheme }),
    ...(inboundAddress === undefined ? {} : { inboundAddress }),
    downtimeMs: libvirt.live_migration_downtime,
    completionTimeout: libvirt.live_migration_completion_timeout,
    timeoutAction: libvirt.live_migration_timeout_action,
    permitPostCopy: libvirt.live_migration_permit_post_copy,
    permitAutoConverge: libvirt.live_migration_permit_auto_converge,
    bandwidthMib: libvirt.live_migration_bandwidth,
    connections: libvirt.live_migration_parallel_connections,
    nativeTls: libvirt.live_migration_with_native_tls,
  }
}
