import { fits } from '../../numa/fit.ts'
import { fitTopology } from '../../numa/fit-topology.ts'
import type { HostFilter } from '../filter.ts'

/** Refuses hosts into whose NUMA cells the server does not fit; servers without a topology fit everywhere. */
export const numaTopologyFilter: HostFilter = {
  name: 'NUMATopologyFilter',
  needs: ['NUMA topology'],
  refuses: ({ numaTopology: host }, { numaTopology: guest }) => {
    if (guest === undefined) return undefined
    if (host === undefined) return 'tells of no NUMA topology, and the server asks for one'
    const fit = fitTopology(host, guest)
    return fits(fit) ? undefined : fit.refused
  },
}
