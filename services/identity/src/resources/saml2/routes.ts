import * as operations from '@nimbo/contracts/identity/saml2'
import { answer } from '@nimbo/http/answer'
import { handle } from '../../api/handle.ts'
import type { IssuedAssertion } from './assertions.ts'

const xml = { 'content-type': 'text/xml' }

const assertionReply = ({ xml: text, to }: IssuedAssertion) =>
  answer(text, { headers: { ...xml, 'x-sp-url': to.sp_url, 'x-auth-url': to.auth_url } })

const create = handle(operations.createSamlAssertion, async ({ app, body: { auth } }) =>
  assertionReply(await app.saml.assertionFor(auth.identity.token.id, auth.scope.service_provider.id)),
)

const createEcp = handle(operations.createEcpAssertion, async ({ app, body: { auth } }) =>
  assertionReply(await app.saml.ecpFor(auth.identity.token.id, auth.scope.service_provider.id)),
)

const metadata = handle(operations.showSamlMetadata, async ({ app }) =>
  answer(await app.saml.metadata(), { headers: xml }),
)

export const saml2Routes = [create, createEcp, metadata]
