import { grantsPanel } from './project-grants.ts'

export const projectMembers = grantsPanel('project-members', 'user')
