import * as contract from '@nimbo/contracts/key-manager/secrets'
import { answer } from '@nimbo/http/answer'
import { boundedBody } from '@nimbo/http/bounded-body'
import { bytesOf } from '@nimbo/http/message'
import { microversion } from '@nimbo/operation/microversion'
import { referenceTo } from '../app/references.ts'
import { createSecret } from '../app/secrets/create-secret.ts'
import { dropSecret } from '../app/secrets/delete-secret.ts'
import { findSecrets } from '../app/secrets/list-secrets.ts'
import { fillPayload, openPayload } from '../app/secrets/payloads.ts'
import { secretView, secretViews } from '../app/secrets/secret-view.ts'
import { normalType } from '../domain/media-types.ts'
import { errors } from '../errors.ts'
import { handle } from './handle.ts'
import { aroundPage, windowOf } from './paging.ts'

const create = handle(contract.createSecret, async (call) => {
  const secret_ref = referenceTo(call, 'secrets', await createSecret(call.app)(call.ctx, call.body))
  return answer({ secret_ref }, { headers: { location: secret_ref } })
})

const list = handle(contract.listSecrets, async (call) => {
  const window = windowOf(call.app, call.query)
  const page = await findSecrets(call.app)(call.ctx, call.query, window)
  return { secrets: await secretViews(call, page.rows), ...aroundPage(call, 'secrets', window, page) }
})

const show = handle(contract.showSecret, (call) => secretView(call, call.found.secret.row))

const showPayload = handle(contract.showPayload, async ({ app, found, request }) => {
  const { type, bytes } = await openPayload(app, found.secret.row, request.headers.accept)
  return answer(bytes, { headers: { 'content-type': type } })
})

const octets = ['application/octet-stream', 'text/plain']

const putPayload = handle(contract.putPayload, async ({ app, found, request }) => {
  const given = request.headers['content-type'] ?? ''
  const type = normalType(given)
  if (given === '' || given.startsWith('application/json'))
    throw errors.PutOfJson({ type: given === '' ? 'None' : given })
  if (type === undefined || !octets.includes(type))
    throw errors.WrongRequestType({ expected: `['${octets.join("', '")}']` })
  // Room for base64, which is a third longer, and for a byte too many, so that a payload over the limit is noticed.
  const most = app.config.DEFAULT.max_allowed_secret_in_bytes * 2 + 1
  const body = await bytesOf(boundedBody(request, most))
  await fillPayload(app)(found.secret.row, body, { type, encoding: request.headers['content-encoding'] })
})

const forcing = microversion('1.2')

const isYes = (text: string | undefined): boolean => {
  if (text === undefined || /^(0|f|false|n|no|off)$/i.test(text)) return false
  if (/^(1|t|true|y|yes|on)$/i.test(text)) return true
  throw errors.InvalidQuery()
}

const remove = handle(contract.deleteSecret, ({ app, found, query, version }) =>
  dropSecret(app)(found.secret.row.id, version < forcing || isYes(query.force)),
)

export const secrets = [create, list, show, showPayload, putPayload, remove]
