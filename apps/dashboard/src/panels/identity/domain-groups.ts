import { grantsPanel } from './grants-panel.ts'

export const domainGroups = grantsPanel('domain-groups', 'group', 'domain')
