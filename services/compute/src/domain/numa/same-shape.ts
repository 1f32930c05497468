import { isDeepStrictEqual } from 'node:util'
import type { GuestTopology } from '@nimbo/contracts/compute-rpc/numa'

const shapeOf = ({ cells, ...policies }: GuestTopology) => ({
  policies,
  cells: cells.map(({ cpuset, pcpuset, memoryMb, pageSize }) => ({
    ...{ cpuset, pcpuset, memoryMb },
    pages: pageSize !== undefined,
  })),
})

/** Whether a fitted topology is what a request wants, wherever it was fitted. */
export const sameShape = (one: GuestTopology, other: GuestTopology): boolean =>
  isDeepStrictEqual(shapeOf(one), shapeOf(other))
