import { listResourceFilters, resourceFilters } from '@nimbo/contracts/volume/resource-filters'
import { handle } from '../../api/handle.ts'
import type { Room } from '../../api/room.ts'

const list = handle(listResourceFilters, async ({ query: { resource } }) => ({
  resource_filters: Object.entries(resourceFilters)
    .filter(([name]) => resource === undefined || name === resource)
    .map(([name, filters]) => ({ resource: name, filters: [...filters] })),
}))

export const resourceFilterRoom: Room = { routes: [list], extensions: [] }
