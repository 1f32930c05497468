import { isDeepStrictEqual } from 'node:util'
import { type Asked, refused } from './asked.ts'
import { requireCpuTopology } from './cpu-topology.ts'
import { requestedTopology } from './requested-topology.ts'

/** Throws `NumaRequestInvalid` when flavor and image request an impossible topology. */
export const requireTopology = (asked: Asked): void => {
  requireCpuTopology(asked)
  requestedTopology(asked)
}

/** Like {@link requireTopology}, for a rebuild: the server keeps its place, so its topology must not change. */
export const requireSameTopology = (
  { flavor, imageProperties }: Asked,
  newProperties: Asked['imageProperties'],
): void => {
  const [before, after] = [imageProperties, newProperties].map((properties) =>
    requestedTopology({ flavor, imageProperties: properties }),
  )
  requireCpuTopology({ flavor, imageProperties: newProperties })
  if (!isDeepStrictEqual(before, after))
    throw refused(
      "An instance's NUMA topology cannot be changed as part of a rebuild. The image provided is invalid for this instance.",
    )
}
