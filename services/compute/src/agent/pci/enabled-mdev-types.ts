import type { ReadOptions } from '@nimbo/service/read-options'
import { type EnabledMdevType, mdevClass, requireDistinct } from '../../domain/pci/mdev-offers.ts'
import { devicesOptions, mdevSection, mdevTypeOptions } from '../../domain/pci/pci-options.ts'

/** Reads `[devices] enabled_mdev_types` with the sections of these types. */
export const enabledMdevTypes = (read: ReadOptions): readonly EnabledMdevType[] => {
  const { enabled_mdev_types: names } = read([devicesOptions]).devices
  const types = names.map((type): EnabledMdevType => {
    const section = mdevSection(type)
    const options = mdevTypeOptions(section)
    const { [section]: values } = read([options])
    const { device_addresses: addresses = [], mdev_class: named = 'VGPU', max_instances } = values ?? {}
    return {
      ...{ type, addresses, resourceClass: mdevClass(named) },
      ...(max_instances === undefined ? {} : { maxInstances: max_instances }),
    }
  })
  requireDistinct(types)
  return types
}
