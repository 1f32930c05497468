import type { SpawnOrder, Vif } from '@nimbo/compute/driver/hypervisor'
import type { ServerId } from '@nimbo/kernel/ids'

export const serverId = '33333333-2222-4333-8444-555555555555' as ServerId

export const bridgedVif: Vif = {
  portId: '55555555-2222-4333-8444-555555555555',
  macAddress: 'fa:16:3e:00:00:01',
  deviceName: 'tap55555555-22',
  type: 'bridge',
  bridgeName: 'brq0',
  mtu: 1450,
}

/** A default order with the given changes. */
export const orderOf = (changes: Partial<SpawnOrder> = {}): SpawnOrder => ({
  id: serverId,
  node: 'host',
  name: 'web',
  vcpus: 2,
  memoryMb: 512,
  rootDisk: { from: 'image', cachedImagePath: '/cache/image', cachedImageFormat: 'qcow2', bytes: 1024 ** 3 },
  ephemeralGb: 0,
  swapMb: 0,
  localDisks: [],
  extraSpecs: {},
  imageProperties: {},
  vifs: [bridgedVif],
  volumes: [],
  owner: { userName: 'ada', projectName: 'engines', flavorName: 'm1.tiny' },
  ...changes,
})
