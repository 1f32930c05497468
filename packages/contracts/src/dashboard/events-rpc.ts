import { cast, defineRpc } from '@nimbo/rpc/define-rpc'
import { CloudEvent } from './events.ts'

/** What one process of the dashboard has heard, and all of them tell their pages. */
export const eventsRpc = defineRpc('horizon', {
  changed: cast(CloudEvent, { since: '1.0' }),
})
