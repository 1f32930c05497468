import { createHmac } from 'node:crypto'
import type { networkPlugin } from '@nimbo/contracts/network/agent-rpc'
import { boundedBody } from '@nimbo/http/bounded-body'
import { bytesOf, type Handler, type Headers, type HttpResponse } from '@nimbo/http/message'
import { bytes } from '@nimbo/http/reply'
import type { Transport } from '@nimbo/http/transport'
import { internalContext } from '@nimbo/kernel/context'
import { isFault, messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import type { RpcCallers } from '@nimbo/rpc/define-rpc'
import type { MetadataPlace } from './metadata-sockets.ts'

export interface AnswerMetadataParts {
  readonly plugin: Pick<RpcCallers<(typeof networkPlugin)['methods']>, 'guestAt'>
  readonly nova: Transport
  /** The secret with which Nova verifies the signature of the instance id (`metadata_proxy_shared_secret`). */
  readonly secret: string
  readonly log: Log
}

/** The maximum size of a request body in bytes; guests post only a password. */
const mostBytes = 4_096
const timeoutMs = 20_000

/** The only headers passed on from the guest: any other could be mistaken for one set by the proxy. */
const passedOn = ['accept', 'content-type', 'user-agent']

/** The name of the metadata API among the services of one process. */
const novaMetadata = 'nova-api-metadata'

const plain = { 'content-type': 'text/plain; charset=UTF-8' }
const refusal = (status: number, words: string): HttpResponse => bytes(status, `${words}\n`, plain)

/** Removes the zone of `fe80::1%eth0` and the IPv4 prefix of `::ffff:10.0.0.5`, which the socket adds. */
const plainAddress = (address: string): string => address.replace(/^::ffff:/, '').replace(/%.*$/, '')

/**
 * Answers metadata requests of the guests of one network or router: finds the server by the guest's address and
 * forwards the request to Nova with the signed instance id.
 */
export const answerMetadata =
  ({ plugin, nova, secret, log }: AnswerMetadataParts, place: MetadataPlace): Handler =>
  async (request) => {
    const address = plainAddress(request.remoteAddress)
    try {
      const { server } = await plugin.guestAt(internalContext(), { ...place, address })
      if (!server) return refusal(404, 'No server has this address here.')
      const given: Headers = Object.fromEntries(
        passedOn.flatMap((name) =>
          request.headers[name] === undefined ? [] : [[name, request.headers[name]]],
        ),
      )
      const { status, headers, body } = await nova.send(novaMetadata, {
        method: request.method,
        path: request.path,
        query: request.query,
        headers: {
          ...given,
          'x-forwarded-for': address,
          'x-instance-id': server.serverId,
          'x-tenant-id': server.projectId,
          'x-instance-id-signature': createHmac('sha256', secret).update(server.serverId).digest('hex'),
        },
        body: await bytesOf(boundedBody(request, mostBytes)),
        timeoutMs,
      })
      const { 'content-type': type = plain['content-type'] } = headers
      return bytes(status, await bytesOf(body), { 'content-type': type })
    } catch (error) {
      if (isFault(error, 'RequestTooLarge')) return refusal(413, error.message)
      log.warn({ ...place, reason: messageOf(error) }, 'could not answer a metadata request of a guest')
      return refusal(503, 'The metadata service cannot be reached.')
    }
  }
