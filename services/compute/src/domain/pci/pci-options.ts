import { defineOptions } from '@nimbo/config/option-group'
import { boolean, integer, list, objects, string } from '@nimbo/config/option-types'

/** Options about the PCI devices that hosts offer, and the names that flavors use for them. */
export const pciOptions = defineOptions('pci', {
  device_spec: objects({
    help: 'PCI devices of this host that servers may use, each as a JSON object with address or devname, vendor_id, product_id, and the tags physical_network, trusted, remote_managed, resource_class, traits, managed, live_migratable and one_time_use.',
  }),
  alias: objects({
    help: 'Names by which flavors request PCI devices (pci_passthrough:alias), each as a JSON object with name, vendor_id, product_id, device_type, numa_policy, resource_class, traits and live_migratable. Must be the same on every machine with nova-api.',
  }),
  report_in_placement: boolean({
    default: false,
    help: 'Whether this host reports its PCI devices to placement, with a resource provider for each device or physical function.',
  }),
})

/** Options about the mediated devices that hosts create. */
export const devicesOptions = defineOptions('devices', {
  enabled_mdev_types: list({
    default: [],
    help: 'Types of mediated devices, such as virtual GPUs, that this host creates for servers; a section mdev_TYPE may set options of a type.',
  }),
})

/** Options of a type of mediated devices, in a section that `enabled_mdev_types` names. */
export const mdevTypeOptions = <const Section extends string>(section: Section) =>
  defineOptions(section, {
    device_addresses: list({
      default: [],
      help: 'PCI addresses of the devices on which mediated devices of this type are created; empty: all that support it.',
    }),
    mdev_class: string({
      default: 'VGPU',
      help: 'Resource class of the mediated devices of this type: VGPU, or a custom one.',
    }),
    max_instances: integer({
      min: 1,
      help: 'Maximum number of mediated devices of this type on each device.',
    }),
  })

/** The configuration section of a type of mediated devices. */
export const mdevSection = (type: string): string => `mdev_${type}`
