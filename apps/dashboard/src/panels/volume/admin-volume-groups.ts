import { acrossProjects } from '../across-projects.ts'
import { projectColumn } from '../project-column.ts'
import { volumeGroups } from './volume-groups.ts'

export const adminVolumeGroups = acrossProjects(volumeGroups, {
  owner: [projectColumn],
  query: { all_tenants: 1 },
})
