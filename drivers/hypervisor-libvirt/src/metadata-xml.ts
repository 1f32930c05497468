import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { type Element, element } from './xml.ts'

const namespace = 'http://openstack.org/xmlns/libvirt/nova/1.1'

const gibibyte = 1024 ** 3

const rootGb = ({ rootDisk }: SpawnOrder): number =>
  rootDisk.from === 'image' ? Math.floor(rootDisk.bytes / gibibyte) : 0

/** The metadata that Nova writes into a domain, so that users of `virsh` see whose it is. */
export const metadataElement = (order: SpawnOrder): Element =>
  element(
    'metadata',
    {},
    element(
      'nova:instance',
      { 'xmlns:nova': namespace },
      element('nova:name', {}, order.name),
      element(
        'nova:flavor',
        { name: order.owner.flavorName },
        element('nova:memory', {}, String(order.memoryMb)),
        element('nova:disk', {}, String(rootGb(order))),
        element('nova:swap', {}, String(order.swapMb)),
        element('nova:ephemeral', {}, String(order.ephemeralGb)),
        element('nova:vcpus', {}, String(order.vcpus)),
      ),
      element(
        'nova:owner',
        {},
        element('nova:user', {}, order.owner.userName),
        element('nova:project', {}, order.owner.projectName),
      ),
      order.owner.imageId === undefined
        ? undefined
        : element('nova:root', { type: 'image', uuid: order.owner.imageId }),
    ),
  )
