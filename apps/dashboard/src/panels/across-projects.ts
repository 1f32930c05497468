import type { Column } from '../panel/column.ts'
import { type Panel, panel } from '../panel/panel.ts'
import type { Values } from '../panel/values.ts'

/** What differs where operators look at a panel. */
interface Across extends Partial<Pick<Panel, 'actions' | 'filters'>> {
  /** Who has an item, and where it is: they stand beside its name. */
  readonly owner: readonly Column[]
  /** What the list is asked with to hold those of all projects. */
  readonly query?: Values
}

/** A panel as operators see it: the items of all projects. They are made from within a project. */
export const acrossProjects = (whole: Panel, { owner, query, actions = [], filters = [] }: Across): Panel => {
  const { create: _, createAt: __, within: ___, ...rest } = whole
  const names = owner.map(({ name }) => name)
  return panel({
    ...rest,
    list: { ...whole.list, query: { ...whole.list.query, ...query } },
    columns: [...whole.columns.slice(0, 1), ...owner, ...whole.columns.slice(1)],
    details: (whole.details ?? []).filter(({ name }) => !names.includes(name)),
    filters: [...(whole.filters ?? []), ...filters],
    actions: [...(whole.actions ?? []), ...actions],
  })
}
