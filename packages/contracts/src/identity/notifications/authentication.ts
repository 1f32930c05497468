import { notification } from '@nimbo/notifications/notification'
import { CadfPayload } from './cadf.ts'

/** An authentication attempt; the outcome says whether it succeeded. */
export const authenticated = notification('identity.authenticate', {
  publisher: 'identity',
  payload: CadfPayload,
})

/** An authentication attempt of a federated user, by any protocol. */
export const federatedAuthenticated = notification('identity.saml2.authenticate', {
  publisher: 'identity',
  payload: CadfPayload,
})
