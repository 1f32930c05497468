import { showTopology } from '@nimbo/contracts/compute/server-topology'
import type { GuestCell } from '@nimbo/contracts/compute-rpc/numa'
import { handle, ownerOf } from '../handle.ts'

const ascending = (cpus: readonly number[]): number[] => [...cpus].sort((one, other) => one - other)

const nodeOf = ({ cpuset, pcpuset, memoryMb }: GuestCell) => ({
  vcpu_set: ascending([...cpuset, ...pcpuset]),
  siblings: [],
  memory_mb: memoryMb,
})

const onHost = ({ hostCell, cpuPinning = [] }: GuestCell, index: number) => ({
  host_node: hostCell ?? index,
  cpu_pinning: Object.fromEntries(
    cpuPinning.flatMap(([guest, host]) =>
      guest === undefined || host === undefined ? [] : [[String(guest), host] as const],
    ),
  ),
})

/** Only administrators see where on the host a guest runs. */
const show = handle(showTopology, async ({ app, found: { server }, allows }) => {
  const topology = await app.servers.topology(server)
  if (topology === undefined) return { nodes: [], pagesize_kb: null }
  const seesHost = allows('compute:server:topology:host:index', ownerOf(server))
  const sizes = topology.cells.flatMap(({ pageSize }) => (typeof pageSize === 'number' ? [pageSize] : []))
  return {
    nodes: topology.cells.map((cell, index) => ({
      ...nodeOf(cell),
      ...(seesHost ? onHost(cell, index) : {}),
    })),
    pagesize_kb: sizes.at(-1) ?? null,
  }
})

export const topologyRoutes = [show]
