import * as operations from '@nimbo/contracts/identity/application-credentials'
import type { ShownCredential } from './application-credentials.ts'
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

const list = handle(operations.listCredentials, async (call) => {
  const { app, found, query, base } = call
  const page = pageIn(query, app.mostListed)
  const shown = await app.applicationCredentials.list(found.user.id, filtersIn(query, { name: 'text' }), page)
  const records = shown.map(({ credential }) => credential)
  return { application_credentials: shown.map(view(base)), ...pageLinks(call, records, page) }
})

const create = handle(operations.createCredential, async ({ ctx, app, body, base }) => {
  const token = await app.tokens.validate(ctx.token ?? '')
  const made = await app.applicationCredentials.create(ctx, token, body.application_credential)
  return { application_credential: { ...view(base)(made), secret: made.secret } }
})

const show = handle(operations.showCredential, async ({ found, base }) => ({
  application_credential: view(base)(found.application_credential),
}))

const remove = handle(operations.deleteCredential, async ({ ctx, app, found }) => {
  const token = await app.tokens.validate(ctx.token ?? '')
  await app.applicationCredentials.remove(ctx, token, found.application_credential.credential)
})

export const applicationCredentialRoutes = [list, create, show, remove]
