import { showTopology } from '@nimbo/contracts/compute/server-topology'
import { handle } from '../handle.ts'

/** Guests have one NUMA node without pinning, which this reply describes. */
const show = handle(showTopology, async () => ({ nodes: [], pagesize_kb: null }))

export const topologyRoutes = [show]
