import { networkTransport } from '@nimbo/http/network-transport'
import type { HttpResponse } from '@nimbo/http/message'
import type { ClientTls } from '@nimbo/http/tls'
import type { OutgoingRequest, Transport } from '@nimbo/http/transport'
import type { Clock } from '@nimbo/kernel/clock'
import { rootIn } from '../domain/endpoints.ts'
import type { Session } from '../domain/session.ts'
import { errors } from '../errors.ts'

/** Brings a request of a session to a service of its region. Fails with `ServiceUnknown`. */
export interface Reach {
  send(session: Session, type: string, request: OutgoingRequest): Promise<HttpResponse>
  close(): void
}

interface Ground {
  /** How services of this cloud speak to each other, and the region they are in; none in front of another cloud. */
  readonly own?: { readonly transport: Transport; readonly region: string }
  readonly clock: Clock
  readonly tls: ClientTls | undefined
}

/** Services of this cloud are reached as they reach each other, those of other regions and clouds by the catalog. */
export const reachOf = ({ own, clock, tls = {} }: Ground): Reach => {
  const byAddress = networkTransport({ endpointOf: (root) => root, clock, tls })
  return {
    send: async ({ view: { region }, endpoints }, type, request) => {
      const root = rootIn(endpoints, { type, region })
      if (root === undefined) throw errors.ServiceUnknown({ service: type, region })
      if (own?.region === region) return own.transport.send(type, request)
      return byAddress.send(root, request)
    },
    close: () => byAddress.close(),
  }
}
