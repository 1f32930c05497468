import { grantsPanel } from './grants-panel.ts'

export const projectGroups = grantsPanel('project-groups', 'group', 'project')
