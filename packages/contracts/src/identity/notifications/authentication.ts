import { notification } from '@nimbo/notifications/notification'
import { CadfPayload } from './cadf.ts'

/** An authentication attempt; the outcome says whether it succeeded. */
export const authenticated = notification('identity.authenticate', {
  publisher: 'identity',
  payload: CadfPayload,
})
