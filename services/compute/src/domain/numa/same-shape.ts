import { isDeepStrictEqual } from 'node:util'
import type { GuestTopology } from '@nimbo/contracts/compute-rpc/numa'

const shapeOf = ({ cells, ...policies }: GuestTopology) => ({
  policies,
  cells: cells.map(({ cpuset, pcpuset, memoryMb, pageSize }) => ({
    ...{ cpuset, pcpuset, memoryMb },
    pages: pageSize !== undefined,
  })),
})

/** Whether a fitted topology is the one that a request wants; host cells, pinning and the chosen page size do not matter. */
export const sameShape = (one: GuestTopology, other: GuestTopology): boolean =>
  isDeepStrictEqual(shapeOf(one), shapeOf(other))
