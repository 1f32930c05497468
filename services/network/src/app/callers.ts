import type { Enforcer } from '@nimbo/policy/enforcer'
import type { Callers } from './deps.ts'

const services: readonly string[] = ['service', 'advsvc']

/** What policy says about a caller. */
export const callersOf = (enforcer: Enforcer): Callers => ({
  isAdmin: (ctx) => enforcer.isAdmin(ctx),
  scopeOf: (ctx) =>
    enforcer.isAdmin(ctx) || ctx.roles.some((role) => services.includes(role.toLowerCase()))
      ? 'all'
      : { projectId: ctx.projectId ?? '' },
})
