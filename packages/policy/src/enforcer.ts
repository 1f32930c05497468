import type { Context } from '@nimbo/kernel/context'
import type { Checker } from './checker.ts'
import { compileCheck } from './compile-check.ts'
import {
  areFactsOf,
  asAdmin,
  type CallerFacts,
  type Credentials,
  credentialsOf,
  factsOf,
} from './credentials.ts'
import { parseCheck } from './parse-check.ts'
import { loadPolicyFile } from './policy-file.ts'
import type { PolicyRule, ScopeType } from './policy-rule.ts'
import { refuseCycles } from './rule-cycles.ts'
import type { Target } from './target.ts'

/** A service's policy enforcer. */
export interface Enforcer<Name extends string = string> {
  /** Whether `rule` allows the caller the operation on `target`; an undefined rule refuses. */
  allows(rule: Name, ctx: Context, target?: Target): boolean
  /** Whether the caller is an administrator by the service's rule `context_is_admin`. */
  isAdmin(ctx: Context): boolean
}

interface Options<Rules extends readonly PolicyRule[]> {
  readonly defaults: Rules
  /** The text of an operator's `policy.yaml`, which overrides and extends the defaults. */
  readonly policyYaml?: string | undefined
  /** Whether to refuse tokens with a scope that the rule does not list. */
  readonly enforceScope?: boolean
}

interface Caller {
  readonly credentials: Credentials
  readonly isAdmin: boolean
  readonly facts: CallerFacts
}

const scopeOf = (ctx: Context): ScopeType => {
  if (ctx.systemScope !== undefined) return 'system'
  return ctx.domainId === undefined ? 'project' : 'domain'
}

const compileAll = (checks: ReadonlyMap<string, string>): ReadonlyMap<string, Checker> => {
  const expressions = new Map([...checks].map(([name, check]) => [name, parseCheck(check)]))
  refuseCycles(expressions)
  const compiled = new Map<string, Checker>()
  // A reference to an undefined rule means the rule `default`, as in oslo.policy.
  const lookup = (name: string): Checker => compiled.get(name) ?? compiled.get('default') ?? (() => false)
  for (const [name, expression] of expressions) compiled.set(name, compileCheck(expression, lookup))
  return compiled
}

/**
 * Compiles a service's policy. Throws a `PolicyError` for invalid checks and circular references, so that a bad `policy.yaml`
 * prevents the start instead of failing requests.
 */
export const defineEnforcer = <const Rules extends readonly PolicyRule[]>(
  options: Options<Rules>,
): Enforcer<Rules[number]['name']> => {
  const { defaults, policyYaml, enforceScope = true } = options
  const checks = new Map(defaults.map(({ name, check }): [string, string] => [name, check]))
  if (policyYaml !== undefined)
    for (const [name, check] of Object.entries(loadPolicyFile(policyYaml))) checks.set(name, check)
  const checkers = compileAll(checks)
  const scopes = new Map(
    defaults.map(({ name, scopeTypes }): [string, readonly ScopeType[]] => [name, scopeTypes]),
  )

  const adminCheck = checkers.get('context_is_admin')
  const isAdmins = (credentials: Credentials): boolean =>
    adminCheck?.({ credentials, target: credentials }) ?? credentials.roles.includes('admin')

  // Contexts from one token share its list of roles, so credentials are cached by it.
  const callers = new WeakMap<Context['roles'], Caller>()
  const callerOf = (ctx: Context): Caller => {
    const known = callers.get(ctx.roles)
    if (known !== undefined && areFactsOf(known.facts, ctx)) return known
    const facts = factsOf(ctx)
    const plain = credentialsOf(facts)
    const isAdmin = isAdmins(plain)
    const credentials = isAdmin ? asAdmin(plain) : plain
    const caller = { isAdmin, credentials, facts }
    callers.set(ctx.roles, caller)
    return caller
  }

  const inScope = (rule: string, ctx: Context): boolean => {
    const allowed = scopes.get(rule) ?? []
    return !enforceScope || allowed.length === 0 || allowed.includes(scopeOf(ctx))
  }

  return {
    isAdmin: (ctx) => callerOf(ctx).isAdmin,
    allows: (rule, ctx, target) => {
      const check = checkers.get(rule)
      if (check === undefined || !inScope(rule, ctx)) return false
      const { credentials } = callerOf(ctx)
      return check({ credentials, target: target ?? credentials })
    },
  }
}
