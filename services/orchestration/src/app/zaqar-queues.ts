import { randomUUID } from 'node:crypto'
import { type Authenticate, serviceClient } from '@nimbo/clients/service-client'
import { showAuthCatalog } from '@nimbo/contracts/identity/auth-scopes'
import { identityApi } from '@nimbo/contracts/identity/api'
import type { Transport } from '@nimbo/http/transport'
import type { Context } from '@nimbo/kernel/context'
import type { JsonObject } from '@nimbo/kernel/json'
import type { EventSink } from '../language/environment.ts'

const timeoutMs = 10_000

const rootOf = async (transport: Transport, ctx: Context, authenticate: Authenticate): Promise<string> => {
  const identity = serviceClient({ transport, api: identityApi, authenticate })
  const { catalog } = await identity.call(ctx, showAuthCatalog)
  const endpoints = catalog.find(({ type }) => type === 'messaging')?.endpoints ?? []
  const found = endpoints.find((endpoint) => endpoint.interface === 'public')
  if (found === undefined) throw new Error('the catalog has no messaging service')
  return found.url.replace(/\/(v2\/?)?$/, '')
}

/** Posts messages to a Zaqar queue of the messaging service in the catalog; Nimbo has no messaging service itself. */
export const postToQueue = async (
  transport: Transport,
  ctx: Context,
  authenticate: Authenticate,
  { target, ttl, messages }: Pick<EventSink, 'target' | 'ttl'> & { readonly messages: readonly JsonObject[] },
): Promise<void> => {
  const root = await rootOf(transport, ctx, authenticate)
  const reply = await fetch(`${root}/v2/queues/${encodeURIComponent(target)}/messages`, {
    method: 'POST',
    headers: {
      ...(await authenticate.headers(ctx)),
      'client-id': randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ messages: messages.map((body) => ({ ttl, body })) }),
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'manual',
  })
  await reply.body?.cancel()
  if (!reply.ok) throw new Error(`the queue ${target} answered ${reply.status}`)
}
