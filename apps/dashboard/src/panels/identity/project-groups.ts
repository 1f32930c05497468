import { grantsPanel } from './project-grants.ts'

export const projectGroups = grantsPanel('project-groups', 'group')
