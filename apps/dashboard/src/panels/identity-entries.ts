import type { Entry } from '../panel/entry.ts'
import { isOperator } from '../session/session.ts'

const identity = { area: 'identity', group: 'identity' } as const
const settings = { area: 'settings', group: 'settings' } as const

export const identityEntries: readonly Entry[] = [
  { ...identity, name: 'projects', panel: async () => (await import('./identity/projects.ts')).projects },
  {
    ...identity,
    name: 'users',
    offered: isOperator,
    panel: async () => (await import('./identity/users.ts')).users,
  },
  {
    ...identity,
    name: 'groups',
    offered: isOperator,
    panel: async () => (await import('./identity/groups.ts')).groups,
  },
  {
    ...identity,
    name: 'roles',
    offered: isOperator,
    panel: async () => (await import('./identity/roles.ts')).roles,
  },
  {
    ...identity,
    name: 'domains',
    offered: isOperator,
    panel: async () => (await import('./identity/domains.ts')).domains,
  },
  {
    ...identity,
    name: 'application-credentials',
    panel: async () => (await import('./identity/application-credentials.ts')).applicationCredentials,
  },
  {
    ...identity,
    name: 'user-credentials',
    offered: isOperator,
    panel: async () => (await import('./identity/user-credentials.ts')).userCredentials,
  },
  {
    ...identity,
    name: 'trusts',
    panel: async () => (await import('./identity/trusts.ts')).trusts,
  },
  {
    ...identity,
    name: 'identity-providers',
    panel: async () => (await import('./identity/identity-providers.ts')).identityProviders,
    offered: isOperator,
  },
  {
    ...identity,
    name: 'identity-protocols',
    panel: async () => (await import('./identity/identity-protocols.ts')).identityProtocols,
    unlisted: true,
  },
  {
    ...identity,
    name: 'mappings',
    panel: async () => (await import('./identity/mappings.ts')).mappings,
    offered: isOperator,
  },
  {
    ...identity,
    name: 'project-members',
    panel: async () => (await import('./identity/project-members.ts')).projectMembers,
    unlisted: true,
  },
  {
    ...identity,
    name: 'project-groups',
    panel: async () => (await import('./identity/project-groups.ts')).projectGroups,
    unlisted: true,
  },
  {
    ...identity,
    name: 'domain-members',
    panel: async () => (await import('./identity/domain-members.ts')).domainMembers,
    unlisted: true,
  },
  {
    ...identity,
    name: 'domain-groups',
    panel: async () => (await import('./identity/domain-groups.ts')).domainGroups,
    unlisted: true,
  },
  {
    ...identity,
    name: 'role-assignments',
    panel: async () => (await import('./identity/role-assignments.ts')).roleAssignments,
    unlisted: true,
  },
  {
    ...identity,
    name: 'user-roles',
    panel: async () => (await import('./identity/user-roles.ts')).userRoles,
    unlisted: true,
  },
  {
    ...identity,
    name: 'user-groups',
    panel: async () => (await import('./identity/user-groups.ts')).userGroups,
    unlisted: true,
  },
  {
    ...identity,
    name: 'group-members',
    panel: async () => (await import('./identity/group-members.ts')).groupMembers,
    unlisted: true,
  },
  {
    ...settings,
    name: 'preferences',
    page: async () => (await import('../settings/preferences.tsx')).Preferences,
  },
  { ...settings, name: 'password', page: async () => (await import('../settings/password.tsx')).Password },
]
