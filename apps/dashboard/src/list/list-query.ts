import type { Values } from '../panel/values.ts'
import type { Panel } from '../panel/panel.ts'
import type { ListState } from './list-state.ts'

/** The filters that the API applies. */
const serverFilters = ({ filters = [], list }: Panel, state: ListState): Values =>
  list.items
    ? {}
    : Object.fromEntries(
        filters
          .filter(({ name, byPage }) => !byPage && state.filters[name] !== undefined)
          .map(({ name }) => [name, state.filters[name]]),
      )

/** The query of a page. It asks for one item more than is shown, to find out whether there is a next page. */
export const listQuery = (panel: Panel, state: ListState): Values => {
  const filters = serverFilters(panel, state)
  const byPage = panel.filters?.some(({ name, byPage }) => byPage && state.filters[name] !== undefined)
  if (!panel.list.paged || byPage) return filters
  const marker = state.markers.at(-1)
  return {
    ...filters,
    limit: state.limit + 1,
    ...(marker === undefined ? {} : { marker }),
    ...(state.sort ? { sort_key: state.sort.by, sort_dir: state.sort.down ? 'desc' : 'asc' } : {}),
  }
}
