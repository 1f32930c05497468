import { grantsPanel } from './grants-panel.ts'

export const projectMembers = grantsPanel('project-members', 'user', 'project')
