import { created, noContent, ok } from '@nimbo/http/reply'
import type { RoleInference } from '../app/roles.ts'
import type { Role } from '../domain/records.ts'
import { route } from './route.ts'

const roleRef = (base: string, { id, name, description }: Role) => ({
  id,
  name,
  description,
  links: { self: `${base}/v3/roles/${id}` },
})

const listed = (base: string, { prior, implied }: RoleInference) => ({
  prior_role: roleRef(base, prior),
  implies: implied.map((role) => roleRef(base, role)),
})

/** One rule: the roles, and the link to the rule itself. */
const single = (base: string, { prior, implied: [role] }: RoleInference) => ({
  role_inference: {
    prior_role: roleRef(base, prior),
    ...(role ? { implies: roleRef(base, role) } : {}),
  },
  links: { self: `${base}/v3/roles/${prior.id}/implies/${role?.id ?? ''}` },
})

const listInferences = route({
  method: 'GET',
  path: '/v3/role_inferences',
  name: 'role-inferences.list',
  policy: 'identity:list_role_inference_rules',
  replies: [200],
  handle: async ({ app, base }) =>
    ok({
      role_inferences: (await app.roles.inferences()).map((inference) => listed(base, inference)),
      links: { self: `${base}/v3/role_inferences` },
    }),
})

const listImplied = route({
  method: 'GET',
  path: '/v3/roles/{prior_role_id}/implies',
  name: 'implied-roles.list',
  policy: 'identity:list_implied_roles',
  replies: [200],
  handle: async ({ app, params, base }) =>
    ok({
      role_inference: listed(base, await app.roles.impliedBy(params.prior_role_id)),
      links: { self: `${base}/v3/roles/${params.prior_role_id}/implies` },
    }),
})

const path = '/v3/roles/{prior_role_id}/implies/{implies_role_id}'

const showImplied = route({
  method: 'GET',
  path,
  name: 'implied-roles.show',
  policy: 'identity:get_implied_role',
  replies: [200],
  handle: async ({ app, params, base }) =>
    ok(single(base, await app.roles.inference(params.prior_role_id, params.implies_role_id))),
})

const checkImplied = route({
  method: 'HEAD',
  path,
  name: 'implied-roles.check',
  policy: 'identity:check_implied_role',
  replies: [204],
  async handle({ app, params }) {
    await app.roles.inference(params.prior_role_id, params.implies_role_id)
    return noContent()
  },
})

const addImplied = route({
  method: 'PUT',
  path,
  name: 'implied-roles.create',
  policy: 'identity:create_implied_role',
  replies: [201],
  handle: async ({ app, params, base }) =>
    created(single(base, await app.roles.imply(params.prior_role_id, params.implies_role_id))),
})

const removeImplied = route({
  method: 'DELETE',
  path,
  name: 'implied-roles.delete',
  policy: 'identity:delete_implied_role',
  replies: [204],
  async handle({ app, params }) {
    await app.roles.stopImplying(params.prior_role_id, params.implies_role_id)
    return noContent()
  },
})

export const impliedRoleRoutes = [
  listInferences,
  listImplied,
  showImplied,
  checkImplied,
  addImplied,
  removeImplied,
]
