import type { Column } from '../panel/column.ts'
import { field } from '../panel/form-spec.ts'
import { type Panel, panel } from '../panel/panel.ts'
import type { Values } from '../panel/values.ts'

/** The differences of a panel in the admin area. */
interface Across extends Partial<Pick<Panel, 'actions' | 'filters'>> {
  /** Columns for the project (and host), shown after the name. */
  readonly owner: readonly Column[]
  /** The query that lists all projects' items. */
  readonly query?: Values
  /** Whether items can be created, for a project that the form asks for. */
  readonly creates?: true
}

const forProject = field('project_id', { to: 'projects', required: true, option: 'project' })

/** The panel for the admin area: it lists the items of all projects. Only with `creates` can it create items. */
export const acrossProjects = (
  whole: Panel,
  { owner, query, creates, actions = [], filters = [] }: Across,
): Panel => {
  const { create, createAt: _, within: __, ...rest } = whole
  const names = owner.map(({ name }) => name)
  return panel({
    ...rest,
    ...(creates && create ? { create: { ...create, fields: [forProject, ...create.fields] } } : {}),
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
