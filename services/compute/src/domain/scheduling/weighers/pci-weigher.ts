import { pciRequestsIn } from '../pci-requests-in.ts'
import { configuredWeigher } from '../weigher.ts'

/** More than the devices of any host, as in Nova. */
const mostDevices = 100

/**
 * Keeps hosts with free PCI devices for the servers that need them, which it sends to the hosts with the most free
 * devices.
 */
export const pciWeigher = configuredWeigher(
  'PCIWeigher',
  {
    option: 'pci_weight_multiplier',
    default: 1,
    min: 0,
    help: 'Weight multiplier for free PCI devices: servers that request any prefer hosts with more of them, other servers hosts with fewer.',
  },
  {
    weigh: ({ pciFree }, request) => (pciRequestsIn(request).length > 0 ? pciFree : mostDevices - pciFree),
  },
)
