import * as operations from '@nimbo/contracts/identity/federation-protocols'
import { answer } from '@nimbo/http/answer'
import { handle } from '../../api/handle.ts'
import { wholeLinks } from '../../api/links.ts'
import { tokenView } from '../token/view.ts'
import { federatedRequestOf } from './federated-request-of.ts'
import type { Protocol } from './records.ts'

const view =
  (base: string) =>
  ({ id, idp_id, mapping_id }: Protocol) => {
    const identity_provider = `${base}/v3/OS-FEDERATION/identity_providers/${idp_id}`
    const links = { self: `${identity_provider}/protocols/${id}`, identity_provider }
    return { id, mapping_id, links }
  }

const create = handle(operations.createProtocol, async ({ app, found, params, body, base }) => {
  const { mapping_id, remote_id_attribute = null } = body.protocol
  const given = { id: params.protocol_id, idp_id: found.idp_of_protocol.id, mapping_id, remote_id_attribute }
  return { protocol: view(base)(await app.protocols.create(given)) }
})

const list = handle(operations.listProtocols, async (call) => {
  const protocols = await call.app.protocols.list(call.found.idp_of_protocol.id)
  const listed = protocols.map((protocol) => {
    const { idp_id, remote_id_attribute } = protocol
    return { ...view(call.base)(protocol), idp_id, remote_id_attribute }
  })
  return { protocols: listed, ...wholeLinks(call) }
})

const show = handle(operations.showProtocol, async ({ found, base }) => ({
  protocol: view(base)(found.protocol),
}))

const update = handle(operations.updateProtocol, async ({ app, found, body, base }) => ({
  protocol: view(base)(await app.protocols.update(found.protocol, body.protocol)),
}))

const remove = handle(operations.deleteProtocol, async ({ app, found }) => {
  await app.protocols.remove(found.protocol)
})

const signsIn = (operation: typeof operations.signInFederated | typeof operations.signInFederatedByForm) =>
  handle(operation, async ({ ctx, app, params: { idp_id, protocol_id }, request }) => {
    const federated = await federatedRequestOf(request)
    const { id, token } = await app.signInFederated(ctx, idp_id, protocol_id, federated)
    return answer({ token: tokenView(token, undefined) }, { headers: { 'x-subject-token': id } })
  })

export const federationProtocolRoutes = [
  ...[create, list, show, update, remove],
  ...[signsIn(operations.signInFederated), signsIn(operations.signInFederatedByForm)],
]
