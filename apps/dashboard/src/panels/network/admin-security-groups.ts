import { acrossProjects } from '../across-projects.ts'
import { projectColumn } from '../project-column.ts'
import { securityGroups } from './security-groups.ts'

export const adminSecurityGroups = acrossProjects(securityGroups, { owner: [projectColumn], creates: true })
