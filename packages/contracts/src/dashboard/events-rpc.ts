import { cast, defineRpc } from '@nimbo/rpc/define-rpc'
import { CloudEvent } from './events.ts'

/** Distributes events among the dashboard's processes. */
export const eventsRpc = defineRpc('horizon', {
  changed: cast(CloudEvent, { since: '1.0' }),
})
