import { acrossProjects } from '../across-projects.ts'
import { projectColumn } from '../project-column.ts'
import { serverGroups } from './server-groups.ts'

export const adminServerGroups = acrossProjects(serverGroups, {
  owner: [projectColumn],
  query: { all_projects: 'true' },
})
