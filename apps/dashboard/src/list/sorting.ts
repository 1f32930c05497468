import type { ThProps } from '@patternfly/react-table'
import type { Column } from '../panel/column.ts'
import type { Panel } from '../panel/panel.ts'
import type { ListControls } from './list-state.ts'

/** The sorting of a column: by the API if the list is paged, otherwise in the browser. */
export const sortingOf = (
  { list }: Panel,
  columns: readonly Column[],
  index: number,
  state: ListControls,
): ThProps['sort'] | undefined => {
  const nameOf = (column: Column | undefined): string | undefined =>
    list.paged ? column?.sort : (column?.sort ?? column?.name)
  const by = nameOf(columns[index])
  if (by === undefined) return undefined
  const active = columns.findIndex((each) => nameOf(each) === state.sort?.by)
  return {
    columnIndex: index,
    sortBy: {
      ...(active < 0 ? {} : { index: active }),
      direction: state.sort?.down ? 'desc' : 'asc',
    },
    onSort: (_, __, direction) => state.sortBy(by, direction === 'desc'),
  }
}
