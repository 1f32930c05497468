import { grantsPanel } from './grants-panel.ts'

export const domainMembers = grantsPanel('domain-members', 'user', 'domain')
