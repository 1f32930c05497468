import { acrossProjects } from '../across-projects.ts'
import { projectColumn } from '../project-column.ts'
import { floatingIps } from './floating-ips.ts'

export const adminFloatingIps = acrossProjects(floatingIps, { owner: [projectColumn], creates: true })
