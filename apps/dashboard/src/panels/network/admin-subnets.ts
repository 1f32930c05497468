import { acrossProjects } from '../across-projects.ts'
import { projectColumn } from '../project-column.ts'
import { subnets } from './subnets.ts'

export const adminSubnets = acrossProjects(subnets, { owner: [projectColumn] })
