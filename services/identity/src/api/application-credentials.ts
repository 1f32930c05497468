import { created, noContent, ok } from '@nimbo/http/reply'
import { Type } from 'typebox'
import type { ShownCredential } from '../app/application-credentials.ts'
import { listView, withSelf } from './links.ts'
import { filtersIn, pageIn } from './list-request.ts'
import { route } from './route.ts'
import { Description, Id, Name } from './schemas.ts'

/** Closed, unlike other bodies: an access rule that went unheeded would give more than its maker meant. */
const NewCredential = Type.Object({
  application_credential: Type.Object(
    {
      name: Name,
      secret: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
      description: Type.Optional(Description),
      expires_at: Type.Optional(Type.Union([Type.String({ maxLength: 64 }), Type.Null()])),
      unrestricted: Type.Optional(Type.Boolean()),
      project_id: Type.Optional(Id),
      roles: Type.Optional(
        Type.Array(Type.Object({ id: Type.Optional(Id), name: Type.Optional(Name) }), { maxItems: 100 }),
      ),
    },
    { additionalProperties: false },
  ),
})

const credentialView = (base: string, { credential, roles }: ShownCredential) => {
  const { id, user_id, secret_hash: _, expires_at, ...rest } = credential
  return withSelf(`${base}/v3/users/${user_id}/application_credentials/${id}`, {
    id,
    user_id,
    ...rest,
    expires_at: expires_at === null ? null : expires_at.replace('Z', '000'),
    roles: roles.map(({ id: roleId, name, domain_id }) => ({ id: roleId, name, domain_id })),
    system: null,
  })
}

const listCredentials = route({
  method: 'GET',
  path: '/v3/users/{user_id}/application_credentials',
  name: 'application-credentials.list',
  policy: 'identity:list_application_credentials',
  replies: [200],
  async handle(call) {
    const { app, params, query, base } = call
    const page = pageIn(query, app.mostListed)
    const filters = filtersIn(query, { name: 'text' })
    const shown = await app.applicationCredentials.list(params.user_id, filters, page)
    return ok(
      listView(
        call,
        'application_credentials',
        shown.map((one) => credentialView(base, one)),
        page,
      ),
    )
  },
})

const createCredential = route({
  method: 'POST',
  path: '/v3/users/{user_id}/application_credentials',
  name: 'application-credentials.create',
  policy: 'identity:create_application_credential',
  body: NewCredential,
  replies: [201],
  async handle({ ctx, app, body, base }) {
    const token = await app.tokens.validate(ctx.token ?? '')
    const made = await app.applicationCredentials.create(ctx, token, body.application_credential)
    return created({ application_credential: { ...credentialView(base, made), secret: made.secret } })
  },
})

const showCredential = route({
  method: 'GET',
  path: '/v3/users/{user_id}/application_credentials/{application_credential_id}',
  name: 'application-credentials.show',
  policy: 'identity:get_application_credential',
  replies: [200],
  async handle({ app, params: { user_id, application_credential_id }, base }) {
    const shown = await app.applicationCredentials.find(user_id, application_credential_id)
    return ok({ application_credential: credentialView(base, shown) })
  },
})

const deleteCredential = route({
  method: 'DELETE',
  path: '/v3/users/{user_id}/application_credentials/{application_credential_id}',
  name: 'application-credentials.delete',
  policy: 'identity:delete_application_credential',
  replies: [204],
  async handle({ ctx, app, params: { user_id, application_credential_id } }) {
    const token = await app.tokens.validate(ctx.token ?? '')
    await app.applicationCredentials.remove(ctx, token, user_id, application_credential_id)
    return noContent()
  },
})

export const applicationCredentialRoutes = [
  listCredentials,
  createCredential,
  showCredential,
  deleteCredential,
]
