import { acrossProjects } from '../across-projects.ts'
import { projectColumn } from '../project-column.ts'
import { groupSnapshots } from './group-snapshots.ts'

export const adminGroupSnapshots = acrossProjects(groupSnapshots, {
  owner: [projectColumn],
  query: { all_tenants: 1 },
})
