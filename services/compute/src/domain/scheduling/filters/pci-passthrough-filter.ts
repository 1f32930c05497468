import type { HostFilter } from '../filter.ts'

const alias = 'pci_passthrough:alias'

/** Refuses all hosts for flavors with PCI devices: hosts of this cloud pass none through. */
export const pciPassthroughFilter: HostFilter = {
  name: 'PciPassthroughFilter',
  refuses: (_host, { spec }) => {
    const wanted = spec.flavor.extraSpecs[alias]
    return wanted === undefined
      ? undefined
      : `passes no PCI devices through, and the flavor asks for ${wanted}`
  },
}
