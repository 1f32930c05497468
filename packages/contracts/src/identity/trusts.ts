import { empty, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { anyone, found, given } from '@nimbo/operation/target'
import { attribute } from '@nimbo/resource/describe/attribute'
import { type Columns, type Of, resource } from '@nimbo/resource/describe/kind'
import { boolean, dictionary, instant, integer, orNull } from '@nimbo/resource/describe/value-types'
import { type Static, Type } from 'typebox'
import { Role } from './roles.ts'
import { id } from './value-types.ts'
import { Flag, Id, Name, OptionalId, open, pagedQuery, pageLinks, Self, text } from './words.ts'

const most = 2_147_483_647

/** Delegates a user's roles in a project to another user, optionally limited in time and uses. */
export const trust = resource('trust', 'trusts', {
  id: attribute(id, {}),
  trustor_user_id: attribute(id, {}),
  trustee_user_id: attribute(id, {}),
  project_id: attribute(orNull(id), {}),
  impersonation: attribute(boolean, {}),
  expires_at: attribute(orNull(instant), {}),
  remaining_uses: attribute(orNull(integer(0, most)), {}),
  redelegated_trust_id: attribute(orNull(id), {}),
  redelegation_count: attribute(integer(0, most), {}),
  extra: attribute(dictionary, { filter: false }),
})
export type Trust = Of<typeof trust>
export type TrustColumns = Columns<typeof trust>

const Text = Type.String()
const trustFields = {
  id: Text,
  trustor_user_id: Text,
  trustee_user_id: Text,
  project_id: nullable(Text),
  impersonation: Type.Boolean(),
  expires_at: nullable(Text),
  deleted_at: Type.Null(),
  remaining_uses: nullable(Type.Integer()),
  redelegation_count: Type.Integer(),
  redelegated_trust_id: nullable(Text),
  links: Self,
}
const Listed = open(trustFields)
export type ListedTrust = Static<typeof Listed>
const Shown = open({
  ...trustFields,
  roles: Type.Array(Role),
  roles_links: view({ self: Text, next: Type.Null(), previous: Type.Null() }),
})

const collection = '/v3/OS-TRUST/trusts'
const one = '/v3/OS-TRUST/trusts/{trust_id}'
const on = found('trust')
const errors = ['NotFound']

export const createTrust = operation({
  id: 'trusts.create',
  method: 'POST',
  path: collection,
  summary: 'Let another user act with roles of one’s own',
  rule: 'identity:create_trust',
  on: given,
  body: Type.Object({
    trust: open({
      trustor_user_id: Id,
      trustee_user_id: Id,
      impersonation: Type.Boolean(),
      project_id: OptionalId,
      expires_at: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
      remaining_uses: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: most }))),
      allow_redelegation: Flag,
      redelegation_count: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: most }))),
      roles: Type.Optional(
        Type.Array(Type.Object({ id: Type.Optional(Id), name: Type.Optional(Name) }), { maxItems: 100 }),
      ),
    }),
  }),
  replies: { 201: view({ trust: Shown }) },
  errors: ['NotFound', 'NotAllowed'],
})

export const listTrusts = operation({
  id: 'trusts.list',
  method: 'GET',
  path: collection,
  summary: 'List trusts: all, or those of a trustor or a trustee',
  on: anyone,
  mayAsk: ['identity:list_trusts', 'identity:list_trusts_for_trustor', 'identity:list_trusts_for_trustee'],
  query: pagedQuery({ trustor_user_id: text, trustee_user_id: text }),
  replies: { 200: view({ trusts: Type.Array(Listed), ...pageLinks }) },
})

export const showTrust = operation({
  id: 'trusts.show',
  method: 'GET',
  path: one,
  summary: 'Show a trust',
  rule: 'identity:get_trust',
  on,
  replies: { 200: view({ trust: Shown }) },
  errors,
})

export const deleteTrust = operation({
  id: 'trusts.delete',
  method: 'DELETE',
  path: one,
  summary: 'End a trust, and all that were made by it',
  rule: 'identity:delete_trust',
  on,
  replies: { 204: empty },
  errors,
})

export const listTrustRoles = operation({
  id: 'trusts.list_roles',
  method: 'GET',
  path: `${one}/roles`,
  summary: 'List the roles that a trust hands on',
  rule: 'identity:list_roles_for_trust',
  on,
  replies: { 200: view({ roles: Type.Array(Role), ...pageLinks }) },
  errors,
})

export const showTrustRole = operation({
  id: 'trusts.show_role',
  method: 'GET',
  path: `${one}/roles/{role_id}`,
  summary: 'Show a role that a trust hands on',
  rule: 'identity:get_role_for_trust',
  on,
  replies: { 200: view({ role: Role }) },
  errors,
})

export const checkTrustRole = operation({
  id: 'trusts.check_role',
  method: 'HEAD',
  path: `${one}/roles/{role_id}`,
  summary: 'Check whether a trust hands a role on',
  rule: 'identity:get_role_for_trust',
  on,
  replies: { 200: empty },
  errors,
})
