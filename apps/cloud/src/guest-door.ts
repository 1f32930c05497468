import { type Listener, listen } from '@nimbo/http/listener'
import { type Handler, withParts } from '@nimbo/http/message'
import { json } from '@nimbo/http/reply'
import type { Log } from '@nimbo/kernel/log'
import { messageOf } from '@nimbo/kernel/errors'

/** Where guests reach the host. */
export interface GuestDoor {
  readonly host: string
  readonly port: number
}

/** What guests say and ask at addresses that their stacks gave them: each request is signed. */
const signals = /^\/v1\/(?:(?:waitcondition|signal)\/|$)/

const nowhere = json(404, { error: { code: 404, title: 'Not Found', message: 'There is nothing here.' } })

/**
 * Serves guests that cannot reach the cloud's own port, as heat-api-cfn does in a cloud of many processes: what they tell their stacks is
 * taken, what they are to configure is told, and nothing else is here. Undefined where the port is in use; then stacks wait for their guests in
 * vain, and the log says why.
 */
export const openGuestDoor = async (
  door: GuestDoor,
  answer: Handler,
  log: Log,
): Promise<Listener | undefined> => {
  try {
    return await listen(
      async (request) =>
        signals.test(request.path)
          ? answer(withParts(request, { path: `/heat-api${request.path}` }))
          : nowhere,
      { ...door, log },
    )
  } catch (error) {
    log.warn({ ...door, reason: messageOf(error) }, 'guests cannot tell their stacks anything')
    return undefined
  }
}
