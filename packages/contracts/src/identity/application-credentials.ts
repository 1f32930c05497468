import { empty, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import { GivenAccessRule, ShownAccessRule } from './access-rules.ts'
import { Description, Id, Name, Options, pagedQuery, pageLinks, Self, text } from './words.ts'

const CredentialRole = view({
  id: Type.String(),
  name: Type.String(),
  domain_id: nullable(Type.String()),
  description: nullable(Type.String()),
  options: Options,
})

const credential = {
  id: Type.String(),
  user_id: Type.String(),
  project_id: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  expires_at: nullable(Type.String()),
  /** Null if its creator did not say; then it is restricted. */
  unrestricted: nullable(Type.Boolean()),
  roles: Type.Array(CredentialRole),
  /** Absent for unrestricted ones. */
  access_rules: Type.Optional(Type.Array(ShownAccessRule)),
  system: Type.Null(),
  links: Self,
}

const Credential = view(credential)
export type CredentialView = Static<typeof Credential>

const collection = '/v3/users/{user_id}/application_credentials'
const path = '/v3/users/{user_id}/application_credentials/{application_credential_id}'
const errors = ['NotFound']

export const listCredentials = operation({
  id: 'application_credentials.list',
  method: 'GET',
  path: collection,
  summary: 'List the application credentials of a user',
  rule: 'identity:list_application_credentials',
  on: found('user'),
  query: pagedQuery({ name: text }),
  replies: { 200: view({ application_credentials: Type.Array(Credential), ...pageLinks }) },
  errors,
})

/** Strict, unlike other bodies: ignoring a misspelt restriction would create a more powerful credential than intended. */
export const createCredential = operation({
  id: 'application_credentials.create',
  method: 'POST',
  path: collection,
  summary: 'Create an application credential of one’s own',
  rule: 'identity:create_application_credential',
  on: found('user'),
  body: Type.Object({
    application_credential: Type.Object(
      {
        name: Name,
        secret: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
        description: Description,
        expires_at: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
        unrestricted: Type.Optional(nullable(Type.Boolean())),
        project_id: Type.Optional(Id),
        access_rules: Type.Optional(Type.Array(GivenAccessRule, { maxItems: 100 })),
        roles: Type.Optional(
          Type.Array(Type.Object({ id: Type.Optional(Id), name: Type.Optional(Name) }), { maxItems: 100 }),
        ),
      },
      { additionalProperties: false },
    ),
  }),
  replies: { 201: view({ application_credential: view({ ...credential, secret: Type.String() }) }) },
  errors: ['NotFound', 'DuplicateName'],
})

export const showCredential = operation({
  id: 'application_credentials.show',
  method: 'GET',
  path,
  summary: 'Show an application credential',
  rule: 'identity:get_application_credential',
  on: found('application_credential'),
  replies: { 200: view({ application_credential: Credential }) },
  errors,
})

export const deleteCredential = operation({
  id: 'application_credentials.delete',
  method: 'DELETE',
  path,
  summary: 'Delete an application credential',
  rule: 'identity:delete_application_credential',
  on: found('application_credential'),
  replies: { 204: empty },
  errors,
})
