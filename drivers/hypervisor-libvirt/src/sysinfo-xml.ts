import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { usualArchitecture } from './machine-type.ts'
import { type Element, element } from './xml.ts'

const withSmbios: readonly string[] = ['i686', 'x86_64', 'aarch64']

export const hasSmbios = ({ imageProperties }: Pick<SpawnOrder, 'imageProperties'>): boolean =>
  withSmbios.includes(imageProperties.hw_architecture ?? usualArchitecture)

/** The guest's SMBIOS data, with Nova's texts, from which cloud-init recognises that the guest runs in an OpenStack cloud. */
export const sysinfoElement = (id: string, serial: string | undefined): Element => {
  const entry = (name: string, text: string) => element('entry', { name }, text)
  return element(
    'sysinfo',
    { type: 'smbios' },
    element(
      'system',
      {},
      entry('manufacturer', 'OpenStack Foundation'),
      entry('product', 'OpenStack Nova'),
      serial === undefined ? undefined : entry('serial', serial),
      entry('uuid', id),
      entry('family', 'Virtual Machine'),
    ),
  )
}
