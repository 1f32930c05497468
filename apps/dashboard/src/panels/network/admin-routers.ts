import { column } from '../../panel/column.ts'
import { type Panel, panel } from '../../panel/panel.ts'
import { routers } from './routers.ts'

const { create: _, within: __, ...whole }: Panel = routers
const project = column('project_id', { look: 'reference', to: 'projects' })

/** The routers of all projects. */
export const adminRouters = panel({
  ...whole,
  columns: [...whole.columns.slice(0, 1), project, ...whole.columns.slice(1)],
  details: (whole.details ?? []).filter(({ name }) => name !== project.name),
})
