import { acrossProjects } from '../across-projects.ts'
import { projectColumn } from '../project-column.ts'
import { routers } from './routers.ts'

export const adminRouters = acrossProjects(routers, { owner: [projectColumn], creates: true })
