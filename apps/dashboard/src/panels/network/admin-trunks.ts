import { acrossProjects } from '../across-projects.ts'
import { projectColumn } from '../project-column.ts'
import { trunks } from './trunks.ts'

export const adminTrunks = acrossProjects(trunks, { owner: [projectColumn], creates: true })
