import { acrossProjects } from '../across-projects.ts'
import { projectColumn } from '../project-column.ts'
import { ports } from './ports.ts'

export const adminPorts = acrossProjects(ports, { owner: [projectColumn], creates: true })
