import { posix } from 'node:path'
import { placeOf } from './places.ts'
import type { Violation } from './violation.ts'

/** The maximum number of files in a folder; a larger folder mixes several kinds of files, which need folders of their own. */
const mostFiles = 20

/** Folders that are lists of one kind of file, and may be larger. */
const naturalLists = [
  'services/compute/src/actions',
  'services/compute/src/domain/scheduling/filters',
  'services/orchestration/src/resource-types/heat',
  'services/orchestration/src/resource-types/neutron',
]

/** The folder of a service to which a file counts; tests are next to what they test and do not count. */
const countedIn = (path: string): string | undefined => {
  const place = placeOf(path)
  const counts = place?.area === 'services' && !place.isTest && path.includes('/src/')
  return counts ? posix.dirname(path) : undefined
}

/** Folders of services with too many files. */
export const flatRooms = (
  files: readonly { readonly path: string }[],
  lists: readonly string[] = naturalLists,
): readonly Violation[] => {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    const folder = countedIn(path)
    if (folder !== undefined) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const reason =
    'divide the folder by resource; a list of one kind of file may be larger if it is named in tools/check/flat-rooms.ts'
  return [...counts]
    .filter(([folder, count]) => count > mostFiles && !lists.includes(folder))
    .map(([folder, count]) => ({
      path: folder,
      line: 1,
      what: `${count} files in one folder, at most ${mostFiles} are allowed`,
      reason,
    }))
}
