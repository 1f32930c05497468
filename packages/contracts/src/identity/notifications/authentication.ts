import { notification } from '@nimbo/notifications/notification'
import { CadfPayload } from './cadf.ts'

/** Somebody asked for a token, and got one or not: its outcome says which. */
export const authenticated = notification('identity.authenticate', {
  publisher: 'identity',
  payload: CadfPayload,
})
