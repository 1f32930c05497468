import { shortageIn } from '../../pci/pci-pools.ts'
import type { HostFilter } from '../filter.ts'
import { pciRequestsIn } from '../pci-requests-in.ts'

/** Refuses hosts whose free PCI devices do not fulfil the requests of the server's flavor and ports. */
export const pciPassthroughFilter: HostFilter = {
  name: 'PciPassthroughFilter',
  refuses: ({ pciPools = [] }, request) => {
    const requests = pciRequestsIn(request)
    if (requests.length === 0) return undefined
    const shortage = shortageIn(pciPools, requests)
    if (shortage === undefined) return undefined
    const {
      request: { alias, id, count },
      free,
    } = shortage
    const what = alias === undefined ? `port ${id}` : `the alias ${alias}`
    return `has ${free} free PCI ${free === 1 ? 'device' : 'devices'} for ${what}, and ${count} ${count === 1 ? 'is' : 'are'} needed`
  },
}
