import { content, oneOf } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { open } from '@nimbo/operation/target'
import { Type } from 'typebox'

const Text = Type.String({ minLength: 1, maxLength: 255 })

const Asked = Type.Object({
  auth: Type.Object({
    identity: Type.Object({
      methods: Type.Array(oneOf(['token'])),
      token: Type.Object({ id: Type.String({ minLength: 1, maxLength: 4096 }) }),
    }),
    scope: Type.Object({ service_provider: Type.Object({ id: Text }) }),
  }),
})

const assertion = {
  method: 'POST',
  on: open('whose token stands in the body is told of, and nobody else'),
  body: Asked,
  replies: { 200: content('text/xml') },
  errors: ['Unauthorized', 'TokenNotFound', 'NotFound', 'NotAllowed', 'Forbidden', 'SamlSigning'],
} as const

export const createSamlAssertion = operation({
  ...assertion,
  id: 'saml2.create_assertion',
  path: '/v3/auth/OS-FEDERATION/saml2',
  summary: 'Have it said to another cloud, by SAML, who the user of a token is',
})

export const createEcpAssertion = operation({
  ...assertion,
  id: 'saml2.create_ecp_assertion',
  path: '/v3/auth/OS-FEDERATION/saml2/ecp',
  summary:
    'Have it said to another cloud, by SAML in the envelope of an enhanced client, who the user of a token is',
})

export const showSamlMetadata = operation({
  id: 'saml2.show_metadata',
  method: 'GET',
  path: '/v3/OS-FEDERATION/saml2/metadata',
  summary: 'Show what other clouds have to know of this one to believe what it says by SAML',
  on: open('other clouds read it, and it tells nothing that is secret'),
  replies: { 200: content('text/xml') },
  errors: ['SamlMetadata'],
})
