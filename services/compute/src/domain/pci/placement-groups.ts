import type { ResourceGroup } from '../scheduling/resource-groups.ts'
import type { PciRequest } from './pci-requests.ts'
import { pciResourceClass, pciTraits } from './resource-naming.ts'

/**
 * PCI requests as groups of a query for candidates, one group for each device, because each may come from another
 * provider. As in Nova, a group has no alternatives: the first wish of a request counts. Requests of ports are not
 * included; `PciPassthroughFilter` checks those.
 */
export const pciGroups = (requests: readonly PciRequest[]): readonly ResourceGroup[] =>
  requests.flatMap(({ id, count, wishes: [wish = {}] }) =>
    Array.from({ length: count }, (_, index) => ({
      suffix: `_${id}-${index}`,
      resources: { [pciResourceClass(wish)]: 1 },
      traits: pciTraits(wish.traits),
    })),
  )
