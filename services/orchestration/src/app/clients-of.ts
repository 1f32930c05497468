import { Readable } from 'node:stream'
import type { Authenticate } from '@nimbo/clients/service-client'
import { computeApi } from '@nimbo/contracts/compute/api'
import { identityApi } from '@nimbo/contracts/identity/api'
import { imageApi } from '@nimbo/contracts/image/api'
import { networkApi } from '@nimbo/contracts/network/api'
import { orchestrationApi } from '@nimbo/contracts/orchestration/api'
import { alarmingApi } from '@nimbo/contracts/telemetry/alarming/api'
import { volumeApi } from '@nimbo/contracts/volume/api'
import { textOf } from '@nimbo/http/message'
import type { Transport } from '@nimbo/http/transport'
import type { Context } from '@nimbo/kernel/context'
import { withDeadline } from '@nimbo/kernel/deadline'
import type { Api } from '@nimbo/operation/client/api'
import { apiClient } from '@nimbo/operation/client/api-client'
import { formatTraceparent } from '@nimbo/trace/traceparent'
import type { Client, Clients } from '../resource-type/clients.ts'

const timeoutMs = 60_000

const bodyOf = (body: unknown): string | Uint8Array | undefined =>
  typeof body === 'string' || body instanceof Uint8Array ? body : undefined

/** Makes the clients of the services that resource types call, on behalf of a caller. */
export const clientsOf =
  (transport: Transport, authenticate: Authenticate) =>
  (ctx: Context): Clients => {
    const client = (api: Api, version?: string): Client =>
      apiClient<Readable | undefined>({
        api,
        ...(version === undefined ? {} : { version }),
        send: async (call) => {
          const ask = async () => {
            const names = await authenticate.headers(ctx)
            const headers = {
              'x-openstack-request-id': ctx.globalRequestId ?? ctx.requestId,
              traceparent: formatTraceparent(ctx.trace),
              ...names,
              ...call.headers,
            }
            const { method, path, query } = call
            const reply = await transport.send(api.type, {
              method,
              path,
              query,
              timeoutMs,
              body: bodyOf(call.body),
              headers,
            })
            return { reply, names }
          }
          const first = await ask()
          const isRefused = first.reply.status === 401 && authenticate.refused(first.names)
          // The connection of a reply that nobody reads would stay open.
          if (isRefused && first.reply.body instanceof Readable) first.reply.body.destroy()
          const { reply } = isRefused ? await ask() : first
          return {
            status: reply.status,
            headers: reply.headers,
            text: () => withDeadline('the body of a reply', timeoutMs, textOf(reply.body)),
            content: undefined,
          }
        },
      })
    return {
      alarming: client(alarmingApi),
      compute: client(computeApi, '2.96'),
      identity: client(identityApi),
      image: client(imageApi),
      network: client(networkApi),
      'object-store': client({ type: 'object-store', prefix: '' }),
      orchestration: client(orchestrationApi),
      volume: client(volumeApi, '3.71'),
    }
  }
