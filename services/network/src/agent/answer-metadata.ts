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
import type { MetadataPlace } from './metadata-doors.ts'

export interface AnswerMetadataParts {
  readonly plugin: Pick<RpcCallers<(typeof networkPlugin)['methods']>, 'guestAt'>
  readonly nova: Transport
  /** By which nova knows that it is not told lies. */
  readonly secret: string
  readonly log: Log
}

/** A guest tells its password and nothing else. */
const mostBytes = 4_096
const timeoutMs = 20_000

/** What nova is told of a request as the guest made it; all else could be taken for words of the proxy. */
const passedOn = ['accept', 'content-type', 'user-agent']

/** What the metadata API is called where it is reached within a process. */
const novaMetadata = 'nova-api-metadata'

const plain = { 'content-type': 'text/plain; charset=UTF-8' }
const refusal = (status: number, words: string): HttpResponse => bytes(status, `${words}\n`, plain)

/** `fe80::1%eth0` and `::ffff:10.0.0.5` without what the socket puts to them. */
const plainAddress = (address: string): string => address.replace(/^::ffff:/, '').replace(/%.*$/, '')

/**
 * Answers guests of one place who ask what they are: the address they ask under says which server they are, which nova is told
 * along with the question, signed.
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
      log.warn({ ...place, reason: messageOf(error) }, 'a guest that asked for metadata was not answered')
      return refusal(503, 'The metadata service cannot be reached.')
    }
  }
