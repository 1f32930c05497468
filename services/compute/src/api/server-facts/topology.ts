import { showTopology } from '@nimbo/contracts/compute/server-topology'
import { handle } from '../handle.ts'

/** Guests here have one node, which their memory and CPUs float in: that is what "no topology" says. */
const show = handle(showTopology, async () => ({ nodes: [], pagesize_kb: null }))

export const topologyRoutes = [show]
