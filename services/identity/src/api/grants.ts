import type { HttpResponse } from '@nimbo/http/message'
import { noContent, ok } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import type { Context } from '@nimbo/kernel/context'
import type { GrantParts, GrantPlace } from '../app/grants.ts'
import type { IdentityApp } from '../app/identity-app.ts'
import type { Role } from '../domain/records.ts'
import { judged } from './judged.ts'
import { listView } from './links.ts'
import { roleView } from './role-view.ts'
import { route } from './route.ts'

/** One of the places where the API speaks of grants: to whom, where, and whether for what lies below. */
interface Family {
  readonly actor: GrantPlace['actor_type']
  readonly target: GrantPlace['target_type']
  readonly inherited: boolean
}

const families: readonly Family[] = (['user', 'group'] as const).flatMap((actor) => [
  { actor, target: 'project', inherited: false },
  { actor, target: 'domain', inherited: false },
  { actor, target: 'system', inherited: false },
  { actor, target: 'project', inherited: true },
  { actor, target: 'domain', inherited: true },
])

const pathOf = ({ actor, target, inherited }: Family): string => {
  const place = target === 'system' ? '/system' : `/${target}s/{target_id}`
  return `/v3${inherited ? '/OS-INHERIT' : ''}${place}/${actor}s/{actor_id}/roles`
}

const placeOf = (
  { actor, target, inherited }: Family,
  { actor_id = '', target_id = 'all' }: Readonly<Record<string, string>>,
): GrantPlace => ({ actor_type: actor, actor_id, target_type: target, target_id, inherited })

const ruleOf = ({ actor, target }: Family, verb: 'check' | 'list' | 'create' | 'revoke'): string => {
  const noun = verb === 'list' ? 'grants' : 'grant'
  return target === 'system' ? `identity:${verb}_system_${noun}_for_${actor}` : `identity:${verb}_${noun}`
}

const ref = (record: { readonly id: string; readonly domain_id?: string | null } | undefined) =>
  record && { id: record.id, domain_id: record.domain_id }

/** What rules about grants look at. */
const ruleTarget = ({ user, group, project, domain }: GrantParts, role?: Role) => ({
  target: {
    user: ref(user),
    group: ref(group),
    project: ref(project),
    domain: ref(domain),
    role: role && { id: role.id, name: role.name, domain_id: role.domain_id },
  },
})

const policy = { inHandler: 'rules look at the domains of the actor, the target and the role' }

type Act = (app: IdentityApp, ctx: Context, place: GrantPlace, role: Role) => Promise<void>

const verbs: readonly {
  readonly method: 'HEAD' | 'GET' | 'PUT' | 'DELETE'
  readonly verb: 'check' | 'create' | 'revoke'
  readonly act: Act
}[] = [
  { method: 'HEAD', verb: 'check', act: (app, _, place, role) => app.grants.check(place, role.id) },
  { method: 'GET', verb: 'check', act: (app, _, place, role) => app.grants.check(place, role.id) },
  { method: 'PUT', verb: 'create', act: (app, ctx, place, role) => app.grants.add(ctx, place, role) },
  {
    method: 'DELETE',
    verb: 'revoke',
    act: (app, ctx, place, role) => app.grants.remove(ctx, place, role.id),
  },
]

const familyRoutes = (family: Family): Route<IdentityApp>[] => {
  const path = pathOf(family)
  const suffix = family.inherited ? '/inherited_to_projects' : ''
  const name = `${family.inherited ? 'inherited-' : ''}${family.target}-${family.actor}-grants`
  const list = route({
    method: 'GET',
    path: `${path}${suffix}`,
    name: `${name}.list`,
    policy,
    replies: [200],
    async handle(call): Promise<HttpResponse> {
      const { app, base, enforce } = call
      const place = placeOf(family, call.params)
      await judged(enforce, ruleOf(family, 'list'), app.grants.parts(place), (parts) => ruleTarget(parts))
      const roles = await app.grants.list(place)
      return ok(
        listView(
          call,
          'roles',
          roles.map((role) => roleView(base, role)),
        ),
      )
    },
  })
  const each = verbs.map(({ method, verb, act }) =>
    route({
      method,
      path: `${path}/{role_id}${suffix}`,
      name: `${name}.${verb}`,
      policy,
      replies: [204],
      async handle({ ctx, app, params, enforce }): Promise<HttpResponse> {
        const given: Readonly<Record<string, string>> = params
        const place = placeOf(family, given)
        const load = Promise.all([app.grants.parts(place), app.roles.find(given.role_id ?? '')])
        const [, role] = await judged(enforce, ruleOf(family, verb), load, ([parts, one]) =>
          ruleTarget(parts, one),
        )
        await act(app, ctx, place, role)
        return noContent()
      },
    }),
  )
  return [list, ...each]
}

export const grantRoutes = families.flatMap(familyRoutes)
