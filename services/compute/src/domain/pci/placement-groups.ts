import type { ResourceGroup } from '../scheduling/resource-groups.ts'
import type { PciRequest } from './pci-requests.ts'
import { pciResourceClass, pciTraits } from './resource-naming.ts'

/**
 * PCI requests as groups of a query for candidates, one for each device, as each may come from another provider. As in Nova,
 * placement knows no alternatives: of an alias with several, the first counts. Ports are left to the filter.
 */
export const pciGroups = (requests: readonly PciRequest[]): readonly ResourceGroup[] =>
  requests.flatMap(({ id, count, wishes: [wish = {}] }) =>
    Array.from({ length: count }, (_, index) => ({
      suffix: `_${id}-${index}`,
      resources: { [pciResourceClass(wish)]: 1 },
      traits: pciTraits(wish.traits),
    })),
  )
