import * as operations from '@nimbo/contracts/identity/credentials'
import { refuseNewId } from '../../api/refuse-new-id.ts'
import { handle } from '../../api/handle.ts'
import { pageLinks, withSelf } from '../../api/links.ts'
import { filtersIn, pageIn } from '../../api/list-request.ts'
import { partOf } from '../../api/unread-body.ts'
import { extraOf } from '../../api/record-body.ts'
import type { Credential } from './credentials.ts'
import { isInReach, refuseOutOfReach } from './delegated-reach.ts'

const known = ['user_id', 'type', 'blob', 'project_id']

const view =
  (base: string) =>
  ({ extra, ...credential }: Credential): operations.CredentialView =>
    withSelf(`${base}/v3/credentials/${credential.id}`, { ...extra, ...credential })

const targetOf = (credential: Pick<Credential, 'user_id'>) => ({ target: { credential } })

const list = handle(
  operations.listCredentials,
  async (call) => {
    const { ctx, app, query, base, allows } = call
    const page = pageIn(query, app.mostListed)
    const seesAll = allows('identity:list_credentials', targetOf({ user_id: '' }))
    const wanted = seesAll ? query : { ...query, user_id: ctx.userId }
    const listed = await app.credentials.list(filtersIn(wanted, { user_id: 'text', type: 'text' }), page)
    const token = await app.tokens.validate(ctx.token ?? '')
    const seen = listed.filter(
      (one) => allows('identity:get_credential', targetOf(one)) && isInReach(token, one),
    )
    const asked = query.user_id === undefined ? seen : seen.filter((one) => one.user_id === query.user_id)
    return { credentials: asked.map(view(base)), ...pageLinks(call, listed, page) }
  },
  { given: ({ ctx }) => targetOf({ user_id: ctx.userId ?? '' }) },
)

const create = handle(
  operations.createCredential,
  async ({ ctx, app, body: { credential }, base }) => {
    const token = await app.tokens.validate(ctx.token ?? '')
    const { user_id, type, blob, project_id } = credential
    const given = { user_id, type, blob, project_id, extra: extraOf(credential, known) }
    return { credential: view(base)(await app.credentials.create(ctx, token, given)) }
  },
  { unread: (body) => ({ target: { credential: partOf(body, 'credential') } }) },
)

const show = handle(operations.showCredential, async ({ ctx, app, found, base }) => {
  refuseOutOfReach(await app.tokens.validate(ctx.token ?? ''), found.credential)
  return { credential: view(base)(found.credential) }
})

const update = handle(operations.updateCredential, async (call) => {
  const { ctx, app, found, body, base } = call
  refuseNewId(body.credential, found.credential.id)
  const { user_id, type, blob, project_id } = body.credential
  // A credential may only be moved to a user for whom the caller could have created it.
  if (user_id !== undefined) call.enforce('identity:update_credential', targetOf({ user_id }))
  const token = await app.tokens.validate(ctx.token ?? '')
  const changes = { user_id, type, blob, project_id, extra: extraOf(body.credential, known) }
  return { credential: view(base)(await app.credentials.update(token, found.credential, changes)) }
})

const remove = handle(operations.deleteCredential, async ({ ctx, app, found }) => {
  await app.credentials.remove(ctx, await app.tokens.validate(ctx.token ?? ''), found.credential)
})

export const credentialRoutes = [list, create, show, update, remove]
