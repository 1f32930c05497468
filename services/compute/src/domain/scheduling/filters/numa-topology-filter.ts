import { farFromNetworks } from '../../networks/near-networks.ts'
import { fits } from '../../numa/fit.ts'
import { fitTopology } from '../../numa/fit-topology.ts'
import { shortageIn, tooFewNear } from '../../pci/pci-pools.ts'
import type { HostFilter } from '../filter.ts'
import { pciRequestsIn } from '../pci-requests-in.ts'

/**
 * Refuses hosts into whose NUMA cells the server does not fit, with its PCI devices and networks near enough; servers without a
 * topology fit everywhere.
 */
export const numaTopologyFilter: HostFilter = {
  name: 'NUMATopologyFilter',
  needs: ['NUMA topology'],
  refuses: ({ numaTopology: host, pciPools = [] }, request) => {
    const { numaTopology: guest } = request
    if (guest === undefined) return undefined
    if (host === undefined) return 'tells of no NUMA topology, and the server asks for one'
    const devices = pciRequestsIn(request)
    const fit = fitTopology(host, guest, {
      refusesCells: (cells) =>
        farFromNetworks(host, request.nearNetworks, cells) ??
        (shortageIn(pciPools, devices, cells) === undefined ? undefined : tooFewNear(cells)),
    })
    return fits(fit) ? undefined : fit.refused
  },
}
