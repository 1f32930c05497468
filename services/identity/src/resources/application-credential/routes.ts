import * as operations from '@nimbo/contracts/identity/application-credentials'
import type { ShownCredential } from './application-credentials.ts'
import type { Context } from '@nimbo/kernel/context'
import { refuseDelegated } from '../../app/delegation.ts'
import type { IdentityApp } from '../../app/identity-app.ts'
import { handle } from '../../api/handle.ts'
import { pageLinks, withSelf } from '../../api/links.ts'
import { filtersIn, pageIn } from '../../api/list-request.ts'
import { wireInstant } from '../../api/wire-instant.ts'
import { shownRules } from '../token/view.ts'

const view =
  (base: string) =>
  ({ credential, roles, rules }: ShownCredential): operations.CredentialView => {
    const { secret_hash: _, expires_at, ...shown } = credential
    const { id, user_id } = credential
    return withSelf(`${base}/v3/users/${user_id}/application_credentials/${id}`, {
      ...shown,
      expires_at: wireInstant(expires_at),
      roles: roles.map(({ extra: _, ...role }) => role),
      ...shownRules(rules),
      system: null,
    })
  }

const notHandedOn = async ({ app, ctx }: { readonly app: IdentityApp; readonly ctx: Context }) => {
  const token = await app.tokens.validate(ctx.token ?? '')
  refuseDelegated(token, 'application credentials')
  return token
}

const list = handle(operations.listCredentials, async (call) => {
  await notHandedOn(call)
  const { app, found, query, base } = call
  const page = pageIn(query, app.mostListed)
  const shown = await app.applicationCredentials.list(found.user.id, filtersIn(query, { name: 'text' }), page)
  const records = shown.map(({ credential }) => credential)
  return { application_credentials: shown.map(view(base)), ...pageLinks(call, records, page) }
})

const create = handle(operations.createCredential, async (call) => {
  const { ctx, app, body, base } = call
  const token = await notHandedOn(call)
  const made = await app.applicationCredentials.create(ctx, token, body.application_credential)
  return { application_credential: { ...view(base)(made), secret: made.secret } }
})

const show = handle(operations.showCredential, async (call) => {
  await notHandedOn(call)
  return { application_credential: view(call.base)(call.found.application_credential) }
})

const remove = handle(operations.deleteCredential, async (call) => {
  const { ctx, app, found } = call
  const token = await notHandedOn(call)
  await app.applicationCredentials.remove(ctx, token, found.application_credential.credential)
})

export const applicationCredentialRoutes = [list, create, show, remove]
