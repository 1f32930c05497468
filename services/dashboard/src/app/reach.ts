import { networkTransport } from '@nimbo/http/network-transport'
import type { HttpResponse } from '@nimbo/http/message'
import type { ClientTls } from '@nimbo/http/tls'
import type { OutgoingRequest, Transport } from '@nimbo/http/transport'
import type { Clock } from '@nimbo/kernel/clock'
import { rootIn } from '../domain/endpoints.ts'
import type { Session } from '../domain/session.ts'
import { errors } from '../errors.ts'

/** Sends a session's request to a service in the session's region. Throws `ServiceUnknown` and `NoPolicyCheck`. */
export interface Reach {
  send(session: Session, type: string, request: OutgoingRequest): Promise<HttpResponse>
  close(): void
}

interface Deps {
  /** The transport between services of this cloud, and its region; absent for another cloud. */
  readonly own?: { readonly transport: Transport; readonly region: string }
  readonly clock: Clock
  readonly tls: ClientTls | undefined
}

/**
 * Uses the internal transport for this cloud's own region, and the public endpoints of the catalog for other regions and clouds.
 */
export const reachOf = ({ own, clock, tls = {} }: Deps): Reach => {
  const byAddress = networkTransport({ endpointOf: (root) => root, clock, tls })
  return {
    send: async ({ view: { region }, endpoints }, type, request) => {
      const root = rootIn(endpoints, { type, region })
      if (root === undefined) throw errors.ServiceUnknown({ service: type, region })
      if (own?.region === region) return own.transport.send(type, request)
      // Another cloud does not know the header and would carry out the request.
      if (request.headers['x-nimbo-policy-check'] !== undefined) throw errors.NoPolicyCheck({ region })
      return byAddress.send(root, request)
    },
    close: () => byAddress.close(),
  }
}
