import type { Handler } from '@nimbo/http/message'
import { json } from '@nimbo/http/reply'
import { withDeadline } from '@nimbo/kernel/deadline'
import { isInOneProcess } from './cloud-role.ts'
import type { CloudService } from './services.ts'

/** How long a request waits for a service that is starting: longer than any start takes. */
const waitMs = 60_000

const stillStarting = () =>
  json(503, { error: { code: 503, title: 'Service Unavailable', message: 'The cloud is starting.' } })

interface Mounted {
  readonly mount: string
  readonly handler: Handler
  open(handler: Handler): void
}

const closedDoor = (name: string, mount: string): Mounted => {
  const { promise, resolve } = Promise.withResolvers<Handler>()
  let opened: Handler | undefined
  const handleOnceOpen: Handler = async (request) => {
    const came = await withDeadline(`start of ${name}`, waitMs, promise).catch(() => undefined)
    return came ? came(request) : stillStarting()
  }
  return {
    mount,
    open: (handler) => {
      opened = handler
      resolve(handler)
    },
    handler: (request) => (opened ?? handleOnceOpen)(request),
  }
}

/**
 * The APIs of the cloud by service type, available before the services have started: each serves requests as soon as its service
 * is ready, and requests for one that is not wait for it (60 seconds, then 503). Roles with a `mount` path of their own are
 * listed by role name.
 */
export const openingMounts = (services: readonly CloudService[]): ReadonlyMap<string, Mounted> =>
  new Map(
    services.flatMap(({ type, name, mount, roles }) => {
      const answering = roles.filter((role) => role.kind === 'api' && isInOneProcess(role))
      const apart = answering.flatMap((role) =>
        role.mount === undefined ? [] : [[role.name, closedDoor(role.name, role.mount)] as const],
      )
      const main = apart.length < answering.length ? [[type, closedDoor(name, mount)] as const] : []
      return [...main, ...apart]
    }),
  )
