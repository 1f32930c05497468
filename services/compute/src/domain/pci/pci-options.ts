import { defineOptions } from '@nimbo/config/option-group'
import { boolean, objects } from '@nimbo/config/option-types'

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
