import { acrossProjects } from '../across-projects.ts'
import { projectColumn } from '../project-column.ts'
import { qosPolicies } from './qos-policies.ts'

export const adminQosPolicies = acrossProjects(qosPolicies, { owner: [projectColumn], creates: true })
