import type { PciRequest } from '../pci/pci-requests.ts'
import type { SchedulingRequest } from './scheduling-request.ts'

const none: readonly PciRequest[] = []

/** The PCI devices that a server wants: those of its flavor, and those of its ports. */
export const pciRequestsIn = ({
  spec,
  pciOfPorts = none,
}: Pick<SchedulingRequest, 'spec' | 'pciOfPorts'>): readonly PciRequest[] => {
  const { pciRequests = none } = spec.flavor
  return pciOfPorts.length === 0 ? pciRequests : [...pciRequests, ...pciOfPorts]
}
