import { randomUUID } from 'node:crypto'
import type { Json } from '@nimbo/kernel/json'
import type { AsyncMessage } from 'rabbitmq-client'
import type { MessageKind } from './bus-observer.ts'

/** What a reply is, told by the message's type: an answer, one without output, a failure, or only a sign of life. */
export type ReplyType = 'answer' | 'nothing' | 'failed' | 'alive'

/** What stands in the headers beside the broker's own. */
interface Headers {
  /** When it was sent, in milliseconds since the epoch. */
  readonly 'nimbo-sent': number
  /** How long the caller of a long call bears hearing nothing. */
  readonly 'nimbo-silence'?: number
  /** The call was sent before, over a connection that was lost. */
  readonly 'nimbo-again'?: boolean
}

/** A pseudo-queue of RabbitMQ: replies go straight to the channel that asked, and no queue is made for them. */
export const replyAddress = 'amq.rabbitmq.reply-to'

export const contentType = 'application/json'

export const headersOf = (sentAt: number, silenceMs?: number, again = false): Headers => ({
  'nimbo-sent': sentAt,
  ...(silenceMs === undefined ? {} : { 'nimbo-silence': silenceMs }),
  ...(again ? { 'nimbo-again': true } : {}),
})

const kinds = ['call', 'cast', 'fanout', 'notification'] as const satisfies readonly MessageKind[]

/** A message as it was received. */
export interface Received {
  readonly id: string
  readonly kind: MessageKind
  readonly tag: number
  /** Nothing when it is not JSON. */
  readonly body: Json | undefined
  readonly redelivered: boolean
  /** How many deliveries of it have failed. */
  readonly failures: number
  readonly sentAt: number | undefined
  readonly replyTo: string | undefined
  readonly correlationId: string | undefined
  readonly silenceMs: number | undefined
  /** How long after its sending nobody waits for the answer. */
  readonly expiresMs: number | undefined
}

/** The library reads JSON where the content type says so, but leaves bytes that are none, or whose encoding is named. */
const jsonOf = (body: Json | Buffer): Json | undefined => {
  if (!Buffer.isBuffer(body)) return body
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

export const receivedOf = (message: AsyncMessage): Received => {
  const headers: Readonly<Record<string, unknown>> = message.headers ?? {}
  const number = (name: string) => (typeof headers[name] === 'number' ? headers[name] : undefined)
  return {
    // Others who publish notifications give theirs none.
    id: message.messageId ?? randomUUID(),
    kind: kinds.find((kind) => kind === message.type) ?? 'cast',
    tag: message.deliveryTag,
    body: message.contentType === contentType ? jsonOf(message.body) : undefined,
    redelivered: message.redelivered || headers['nimbo-again'] === true,
    failures: number('x-delivery-count') ?? (message.redelivered ? 1 : 0),
    sentAt: number('nimbo-sent'),
    replyTo: message.replyTo,
    correlationId: message.correlationId,
    silenceMs: number('nimbo-silence'),
    expiresMs: message.expiration === undefined ? undefined : Number(message.expiration),
  }
}

export const bodyOf = (message: Json): Buffer => Buffer.from(JSON.stringify(message), 'utf8')
