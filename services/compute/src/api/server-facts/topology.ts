import { showTopology } from '@nimbo/contracts/compute/server-topology'
import type { GuestCell } from '@nimbo/contracts/compute-rpc/numa'
import { chosenCpuTopology } from '../../domain/numa/cpu-topology.ts'
import { handle, ownerOf } from '../handle.ts'

const ascending = (cpus: readonly number[]): number[] => [...cpus].sort((one, other) => one - other)

/** The threads of each core of the guest; none without threads. As in Nova, a core that is not complete is left out. */
const siblingsOf = (cpus: readonly number[], threads: number): number[][] =>
  threads < 2
    ? []
    : Array.from({ length: Math.floor(cpus.length / threads) }, (_, core) =>
        cpus.slice(core * threads, (core + 1) * threads),
      )

const nodeOf = ({ cpuset, pcpuset, memoryMb }: GuestCell, threads: number) => {
  const cpus = ascending([...cpuset, ...pcpuset])
  return { vcpu_set: cpus, siblings: siblingsOf(cpus, threads), memory_mb: memoryMb }
}

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
  const { threads } = chosenCpuTopology(server.server) ?? { threads: 1 }
  const sizes = topology.cells.flatMap(({ pageSize }) => (typeof pageSize === 'number' ? [pageSize] : []))
  return {
    nodes: topology.cells.map((cell, index) => ({
      ...nodeOf(cell, threads),
      ...(seesHost ? onHost(cell, index) : {}),
    })),
    pagesize_kb: sizes.at(-1) ?? null,
  }
})

export const topologyRoutes = [show]
