import * as operations from '@nimbo/contracts/identity/implied-roles'
import type { RoleInference } from './roles.ts'
import type { Role } from '../../domain/records.ts'
import { handle } from '../../api/handle.ts'

const ref =
  (base: string) =>
  ({ id, name }: Role): operations.RoleRefView => ({
    id,
    name,
    links: { self: `${base}/v3/roles/${id}` },
  })

const inferenceView =
  (base: string) =>
  ({ prior, implied }: RoleInference): operations.InferenceView => ({
    prior_role: ref(base)(prior),
    implies: implied.map(ref(base)),
  })

const ruleView = (base: string, prior: Role, implied: Role): operations.RuleView => ({
  role_inference: { prior_role: ref(base)(prior), implies: ref(base)(implied) },
  links: { self: `${base}/v3/roles/${prior.id}/implies/${implied.id}` },
})

const listAll = handle(operations.listInferences, async ({ app, base }) => ({
  role_inferences: (await app.roles.inferences()).map(inferenceView(base)),
}))

const list = handle(operations.listImpliedRoles, async ({ app, found, base }) => ({
  role_inference: inferenceView(base)(await app.roles.impliedBy(found.prior_role)),
  links: { self: `${base}/v3/roles/${found.prior_role.id}/implies` },
}))

const show = handle(operations.showImpliedRole, async ({ app, found: { inference }, base }) => {
  const { prior, implied } = inference
  await app.roles.checkImplies(prior.id, implied.id)
  return ruleView(base, prior, implied)
})

const check = handle(operations.checkImpliedRole, async ({ app, found: { inference } }) => {
  await app.roles.checkImplies(inference.prior.id, inference.implied.id)
})

const create = handle(operations.createImpliedRole, async ({ app, found: { inference }, base }) => {
  const { prior, implied } = inference
  await app.roles.imply(prior, implied)
  return ruleView(base, prior, implied)
})

const remove = handle(operations.deleteImpliedRole, async ({ app, found: { inference } }) => {
  await app.roles.stopImplying(inference.prior.id, inference.implied.id)
})

export const impliedRoleRoutes = [listAll, list, show, check, create, remove]
