import { defineOptions } from '@nimbo/config/option-group'
import { boolean, integer, list, objects, string } from '@nimbo/config/option-types'

/** Which PCI devices hosts offer, and how flavors name them. */
export const pciOptions = defineOptions('pci', {
  device_spec: objects({
    help: 'PCI devices of this host that servers may have, as a JSON object each: address or devname, vendor_id, product_id, and the tags physical_network, trusted, remote_managed, resource_class, traits, managed, live_migratable and one_time_use.',
  }),
  alias: objects({
    help: 'Names by which flavors ask for PCI devices (pci_passthrough:alias), as a JSON object each: name, vendor_id, product_id, device_type, numa_policy, resource_class, traits, live_migratable. The same on every machine of the API.',
  }),
  report_in_placement: boolean({
    default: false,
    help: 'Whether this host shows its PCI devices in placement, a provider for each device or physical function.',
  }),
})

/** Which mediated devices hosts make. */
export const devicesOptions = defineOptions('devices', {
  enabled_mdev_types: list({
    default: [],
    help: 'Types of mediated devices, such as virtual GPUs, that this host makes for servers; each may have a section mdev_TYPE.',
  }),
})

/** Options of a type of mediated devices, in a section that `enabled_mdev_types` names. */
export const mdevTypeOptions = <const Section extends string>(section: Section) =>
  defineOptions(section, {
    device_addresses: list({
      default: [],
      help: 'PCI addresses of the devices that are divided into this type; all that can be, unless given.',
    }),
    mdev_class: string({
      default: 'VGPU',
      help: 'The resource class of these devices: VGPU, or a custom one.',
    }),
    max_instances: integer({ min: 1, help: 'How many of them a device is divided into at most.' }),
  })

/** The section of a type. */
export const mdevSection = (type: string): string => `mdev_${type}`
