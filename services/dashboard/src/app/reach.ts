import { Readable } from 'node:stream'
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

const question = 'x-nimbo-policy-check'

/** A path that everybody may read, whatever product serves it: the versions of the API, or the capabilities of an object store. */
const harmlessOf = (type: string): string => (type === 'object-store' ? '/info' : '/')

/** Whether a service is Nimbo's: only that answers a question about policy, even this harmless one, with 204. */
const answersQuestions = async (transport: Transport, type: string, timeoutMs: number): Promise<boolean> => {
  const headers = { [question]: 'true' }
  const { status, body } = await transport.send(type, {
    ...{ method: 'GET', path: harmlessOf(type), headers, timeoutMs },
  })
  if (body instanceof Readable) body.destroy()
  return status === 204
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
      const transport = own?.region === region ? own.transport : undefined
      if (request.headers[question] !== undefined) {
        // Another cloud or product does not know the header and would carry out the request. Operators may put a product of
        // their own into the catalog of this cloud at any time (Swift, Gnocchi), so each service is asked before each question.
        const isNimbo = transport && (await answersQuestions(transport, type, request.timeoutMs))
        if (!isNimbo) throw errors.NoPolicyCheck({ service: type, region })
      }
      return transport ? transport.send(type, request) : byAddress.send(root, request)
    },
    close: () => byAddress.close(),
  }
}
