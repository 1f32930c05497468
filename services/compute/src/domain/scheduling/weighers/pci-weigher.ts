import { configuredWeigher } from '../weigher.ts'

/**
 * Keeps hosts with PCI devices free for servers that need them. Hosts of this cloud pass none through, so all have the
 * same weight.
 */
export const pciWeigher = configuredWeigher(
  'PCIWeigher',
  {
    option: 'pci_weight_multiplier',
    default: 1,
    min: 0,
    help: 'How much the PCI devices of hosts count when hosts are weighed.',
  },
  { weigh: () => 0 },
)
