import type { HttpResponse } from '@nimbo/http/message'
import { json } from '@nimbo/http/reply'
import type { OutgoingRequest, Transport } from '@nimbo/http/transport'
import type { Context } from '@nimbo/kernel/context'

export const ctx: Context = {
  requestId: 'req-1',
  roles: [],
  trace: { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) },
}

export interface Sent extends OutgoingRequest {
  readonly serviceType: string
}

/** A transport that records requests and replies as given. */
export const recordingTransport = (answer: (sent: Sent) => HttpResponse | Promise<HttpResponse>) => {
  const sent: Sent[] = []
  const transport: Transport = {
    send: async (serviceType, request) => {
      const one = { ...request, serviceType }
      sent.push(one)
      return answer(one)
    },
  }
  return { transport, sent }
}

export const nothing = json(200, {})
