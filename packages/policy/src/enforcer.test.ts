import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Context, newTracePosition } from '@nimbo/kernel/context'
import { defineEnforcer } from './enforcer.ts'
import { PolicyError } from './policy-error.ts'
import type { PolicyRule, ScopeType } from './policy-rule.ts'

const caller = (attributes: Partial<Context>): Context => ({
  requestId: 'req-1',
  roles: [],
  trace: newTracePosition(),
  ...attributes,
})

const rule = (name: string, check: string, scopeTypes: readonly ScopeType[] = []): PolicyRule => ({
  name,
  check,
  scopeTypes,
  operations: [],
})

const judge = (check: string, ctx: Partial<Context>, target?: Record<string, unknown>): boolean =>
  defineEnforcer({ defaults: [rule('it', check)] }).allows('it', caller(ctx), target)

test('callers with the same list of roles are distinguished by all their other credentials', () => {
  const roles = ['member', 'admin']
  const others: readonly Partial<Context>[] = [
    { userId: 'u2' },
    { userDomainId: 'd2' },
    { projectId: 'p2' },
    { projectDomainId: 'd2' },
    { domainId: 'd2' },
    { systemScope: 'none' },
    { serviceRoles: ['observer'] },
  ]
  const own = ['user_id:u1', 'user_domain_id:d1', 'project_id:p1', 'project_domain_id:d1', 'domain_id:d1']
  const check = [...own, 'system_scope:all', 'service_roles:service'].join(' and ')
  const { allows } = defineEnforcer({ defaults: [rule('it', check)] })
  const one: Partial<Context> = { userId: 'u1', userDomainId: 'd1', projectId: 'p1', projectDomainId: 'd1' }
  const all = { ...one, domainId: 'd1', systemScope: 'all', serviceRoles: ['Service'], roles }
  for (const other of others) {
    assert.equal(allows('it', caller(all)), true)
    assert.equal(allows('it', caller({ ...all, ...other })), false, JSON.stringify(other))
  }
})

test('roles are compared without case', () => {
  assert.equal(judge('role:Admin', { roles: ['ADMIN'] }), true)
  assert.equal(judge('role:admin', { roles: ['member'] }), false)
})

test('a credential is compared with an attribute of the target', () => {
  const ctx = { projectId: 'p1', userId: 'u1' }
  assert.equal(judge('project_id:%(project_id)s', ctx, { project_id: 'p1' }), true)
  assert.equal(judge('project_id:%(project_id)s', ctx, { project_id: 'p2' }), false)
  assert.equal(judge('tenant_id:%(tenant_id)s', ctx, { project_id: 'p1' }), true)
  assert.equal(judge('user_id:u1', ctx, {}), true)
})

test('an attribute that caller and target both lack never matches', () => {
  assert.equal(judge('project_id:%(project_id)s', {}, {}), false)
  assert.equal(judge('domain_id:%(domain_id)s', {}, { domain_id: null }), false)
})

test('without a target, the caller’s own project is the target', () => {
  assert.equal(judge('project_id:%(project_id)s', { projectId: 'p1' }), true)
})

test('nested attributes of credentials and of targets are compared', () => {
  const ctx = { domainId: 'd1', projectId: 'p1', projectDomainId: 'd2' }
  assert.equal(
    judge('token.domain.id:%(target.user.domain_id)s', ctx, { target: { user: { domain_id: 'd1' } } }),
    true,
  )
  assert.equal(judge('token.project.domain.id:%(target.domain.id)s', ctx, { 'target.domain.id': 'd2' }), true)
  assert.equal(judge('project_id:%(network:project_id)s', ctx, { 'network:project_id': 'p1' }), true)
  assert.equal(judge('project_id:%(network:project_id)s', ctx, { network: { project_id: 'p2' } }), false)
})

test('inherited properties of objects are no attributes', () => {
  assert.equal(judge('not None:%(constructor)s', {}, {}), true)
  assert.equal(judge("'x':%(toString)s or constructor:%(constructor)s", {}, {}), false)
})

test('literals are compared with attributes of the target', () => {
  assert.equal(judge("'public':%(visibility)s", {}, { visibility: 'public' }), true)
  assert.equal(judge('"public":%(visibility)s', {}, { visibility: 'private' }), false)
  assert.equal(judge('None:%(domain_id)s', {}, { domain_id: null }), true)
  assert.equal(judge('None:%(domain_id)s', {}, {}), false)
  assert.equal(judge('True:%(enabled)s', {}, { enabled: true }), true)
})

test('scopes, service roles and the admin project are credentials', () => {
  assert.equal(judge('system_scope:all', { systemScope: 'all' }), true)
  assert.equal(judge('system_scope:all', { projectId: 'p1' }), false)
  assert.equal(judge('service_roles:service', { serviceRoles: ['member', 'Service'] }), true)
  assert.equal(judge('is_admin_project:True', {}), true)
})

test('the field check reads the target, exactly, by pattern, or from its parent', () => {
  assert.equal(judge('field:networks:shared=True', {}, { shared: true }), true)
  assert.equal(judge('field:networks:shared=True', {}, { shared: false }), false)
  assert.equal(judge('field:networks:shared=True', {}, { 'network:shared': true }), true)
  assert.equal(judge('field:policies:shared=True', {}, { 'policy:shared': true }), true)
  assert.equal(judge('field:networks:router:external=True', {}, { 'router:external': true }), true)
  assert.equal(judge('field:port:device_owner=~^network:', {}, { device_owner: 'network:dhcp' }), true)
  assert.equal(judge('field:port:device_owner=~^network:', {}, { device_owner: 'compute:nova' }), false)
  assert.equal(judge('not field:rbac_policy:target_tenant=*', {}, { target_tenant: '*' }), false)
  assert.equal(judge('not field:rbac_policy:target_tenant=*', {}, {}), true)
})

test('is_admin follows the rule context_is_admin, in both spellings', () => {
  const defaults = [
    rule('context_is_admin', 'role:boss'),
    rule('python', 'is_admin:True'),
    rule('number', 'is_admin:1'),
    rule('nobody', 'is_admin:False'),
  ]
  const enforcer = defineEnforcer({ defaults })
  const boss = caller({ roles: ['boss'] })
  const admin = caller({ roles: ['admin'] })
  assert.deepEqual(
    ['python', 'number', 'nobody'].map((name) => [enforcer.allows(name, boss), enforcer.allows(name, admin)]),
    [
      [true, false],
      [true, false],
      [false, true],
    ],
  )
  assert.equal(enforcer.isAdmin(boss), true)
  assert.equal(enforcer.isAdmin(admin), false)
})

test('without the rule context_is_admin, the role admin makes a caller admin', () => {
  assert.equal(judge('is_admin:True', { roles: ['Admin'] }), true)
})

test('rules can refer to rules in any order, and an unknown name refers to the rule default', () => {
  const rules = [rule('a', 'rule:b'), rule('b', 'role:x')]
  const x = caller({ roles: ['x'] })
  assert.equal(defineEnforcer({ defaults: rules }).allows('a', x), true)
  const dangling = [rule('a', 'rule:gone')]
  assert.equal(defineEnforcer({ defaults: dangling }).allows('a', x), false)
  assert.equal(defineEnforcer({ defaults: [...dangling, rule('default', 'role:x')] }).allows('a', x), true)
})

test('an undefined rule is refused, even to an admin', () => {
  assert.equal(
    defineEnforcer({ defaults: [] as PolicyRule[] }).allows('b', caller({ roles: ['admin'] })),
    false,
  )
})

test('a policy file replaces the check of a rule, keeps its scopes, and can define rules to refer to', () => {
  const enforcer = defineEnforcer({
    defaults: [rule('it', 'role:admin', ['project'])],
    policyYaml: 'it: rule:friends\nfriends: role:friend\n',
  })
  assert.equal(enforcer.allows('it', caller({ roles: ['friend'], projectId: 'p1' })), true)
  assert.equal(enforcer.allows('it', caller({ roles: ['admin'], projectId: 'p1' })), false)
  assert.equal(enforcer.allows('it', caller({ roles: ['friend'], systemScope: 'all' })), false)
})

test('a token of the wrong scope is refused unless scopes are not enforced', () => {
  const defaults = [rule('it', '@', ['project'])]
  const system = caller({ systemScope: 'all' })
  const domain = caller({ domainId: 'd1' })
  assert.equal(defineEnforcer({ defaults }).allows('it', system), false)
  assert.equal(defineEnforcer({ defaults }).allows('it', domain), false)
  assert.equal(defineEnforcer({ defaults, enforceScope: false }).allows('it', system), true)
})

test('rules that refer to each other in a circle are refused when defined, with that circle', () => {
  const defaults = [rule('a', 'role:x or rule:b'), rule('b', 'not rule:c'), rule('c', 'role:y and rule:b')]
  assert.throws(
    () => defineEnforcer({ defaults }),
    (error) => error instanceof PolicyError && error.message.endsWith('b → c → b'),
  )
})
