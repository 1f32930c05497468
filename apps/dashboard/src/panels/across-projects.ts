import type { Column } from '../panel/column.ts'
import { type Panel, panel } from '../panel/panel.ts'
import type { Values } from '../panel/values.ts'

/** What differs in the admin area. */
interface Across extends Partial<Pick<Panel, 'actions' | 'filters'>> {
  /** Columns for the project (and host), shown after the name. */
  readonly owner: readonly Column[]
  /** The query that lists all projects' items. */
  readonly query?: Values
}

/** The admin form of a panel: the items of all projects. They cannot be created there, only within a project. */
export const acrossProjects = (whole: Panel, { owner, query, actions = [], filters = [] }: Across): Panel => {
  const { create: _, createAt: __, within: ___, ...rest } = whole
  const names = owner.map(({ name }) => name)
  return panel({
    ...rest,
    list: { ...whole.list, query: { ...whole.list.query, ...query } },
    columns: [
      ...whole.columns.slice(0, 1),
      ...owner,
      ...whole.columns.slice(1).filter(({ name }) => !names.includes(name)),
    ],
    details: (whole.details ?? []).filter(({ name }) => !names.includes(name)),
    filters: [...(whole.filters ?? []), ...filters],
    actions: [...(whole.actions ?? []), ...actions],
  })
}
