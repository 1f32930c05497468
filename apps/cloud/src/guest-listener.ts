import { type Listener, listen } from '@nimbo/http/listener'
import { type Handler, withParts } from '@nimbo/http/message'
import { json } from '@nimbo/http/reply'
import type { Log } from '@nimbo/kernel/log'
import { messageOf } from '@nimbo/kernel/errors'

/** The address on which guests reach the host. */
export interface GuestListener {
  readonly host: string
  readonly port: number
}

/** Paths of the wait condition and signal URLs that stacks give to their guests; each such request is signed. */
const signals = /^\/v1\/(?:(?:waitcondition|signal)\/|$)/

const nowhere = json(404, { error: { code: 404, title: 'Not Found', message: 'There is nothing here.' } })

/**
 * Serves guests that cannot reach the cloud's own port, as heat-api-cfn does in a cloud of many processes: only stack signals and
 * the metadata of software configuration, 404 for everything else. Logs a warning and returns undefined when the port is in use;
 * stacks that wait for signals of their guests then time out.
 */
export const openGuestListener = async (
  door: GuestListener,
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
    log.warn(
      { ...door, reason: messageOf(error) },
      'the listener for guests could not be opened, so guests cannot signal their stacks',
    )
    return undefined
  }
}
