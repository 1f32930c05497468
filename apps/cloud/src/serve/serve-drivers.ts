import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { cinderOptions } from '@nimbo/volume/config'
import type { VolumeBackend } from '@nimbo/volume/driver/volume-backend'
import type { HypervisorOfHost, RoleDrivers } from '../roles/role.ts'
import type { Settings } from '../settings.ts'
import { backendOptions } from './options/cinder-options.ts'
import { commonOptions } from './options/common-options.ts'
import { glanceServeOptions } from './options/glance-options.ts'
import { neutronServeOptions } from './options/neutron-options.ts'
import { novaServeOptions } from './options/nova-options.ts'

interface DriverGround {
  readonly settings: Settings
  readonly host: string
  readonly clock: Clock
  readonly log: Log
}

/** QEMU runs as a user of its own and must come to the disks below. */
const enterable = 0o711

const directoryAt = async (path: string, mode = 0o700): Promise<string> => {
  await mkdir(path, { recursive: true, mode })
  return path
}

/** The drivers that the options of each service choose, loaded when a role asks for them. */
export const serveDrivers = (ground: DriverGround): RoleDrivers => ({
  hypervisors: async () => [await hypervisorOf(ground)],
  network: async () => {
    const options = ground.settings('neutron', [...commonOptions, ...neutronServeOptions])
    if (options.AGENT.agent_driver === 'fake')
      return (await import('@nimbo/network-fake/network-fake')).fakeNetworkDriver()
    const { linuxbridgeDriver } = await import('@nimbo/network-linuxbridge/network-linuxbridge')
    return linuxbridgeDriver({ cloud: options.DEFAULT.state_path })
  },
  volumes: () => backendsOf(ground.settings),
  images: async () => {
    const options = ground.settings('glance', [...commonOptions, ...glanceServeOptions])
    const { fileStore } = await import('@nimbo/store-file/file-store')
    return fileStore({ directory: await directoryAt(options.glance_store.filesystem_store_datadir) })
  },
})

const hypervisorOf = async ({ settings, host, clock, log }: DriverGround): Promise<HypervisorOfHost> => {
  const { DEFAULT, fake, libvirt } = settings('nova', [...commonOptions, ...novaServeOptions])
  const state = await directoryAt(DEFAULT.state_path, enterable)
  if (DEFAULT.compute_driver === 'fake.FakeDriver') {
    const { fakeHypervisor } = await import('@nimbo/hypervisor-fake/fake-hypervisor')
    const stateDirectory = await directoryAt(join(state, 'fake-hypervisor'))
    const faults = fake.faults_directory === undefined ? {} : { faultsDirectory: fake.faults_directory }
    const [only] = fakeHypervisor({ hosts: [host], stateDirectory, clock, ...faults }).hypervisors
    if (only === undefined) throw new RangeError('a fake hypervisor stands for its host')
    return only
  }
  const { libvirtHypervisor } = await import('@nimbo/hypervisor-libvirt/libvirt-hypervisor')
  const instancesDir = await directoryAt(DEFAULT.instances_path, enterable)
  const driver = libvirtHypervisor({
    instancesDir,
    stateDir: state,
    node: host,
    virtType: libvirt.virt_type,
    clock,
    log,
  })
  return { host, driver }
}

const backendsOf = async (settings: Settings): Promise<readonly VolumeBackend[]> => {
  const { DEFAULT } = settings('cinder', cinderOptions)
  const names = DEFAULT.enabled_backends.length > 0 ? DEFAULT.enabled_backends : ['file']
  return Promise.all(names.map((name) => backendOf(name, settings)))
}

const backendOf = async (name: string, settings: Settings): Promise<VolumeBackend> => {
  const group = backendOptions(name)
  const options = settings('cinder', [...commonOptions, group])[group.name]
  if (options === undefined) throw new RangeError(`there is no section [${name}]`)
  if (options.volume_driver === 'fake')
    return (await import('@nimbo/volume-fake/fake-volumes')).fakeVolumes({ name })
  const { fileVolumes } = await import('@nimbo/volume-file/file-volumes')
  return { ...fileVolumes({ directory: await directoryAt(options.volumes_dir, enterable) }), name }
}
