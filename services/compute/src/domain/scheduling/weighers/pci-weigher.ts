import { configuredWeigher } from '../weigher.ts'

/** Keeps hosts with PCI devices for servers that ask for some. No host of this cloud passes any through, so all weigh alike. */
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
