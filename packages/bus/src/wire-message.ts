import { randomUUID } from 'node:crypto'
import type { Json } from '@nimbo/kernel/json'
import type { AsyncMessage } from 'rabbitmq-client'
import type { MessageKind } from './bus-observer.ts'

/** The type of a reply: a result, none, a failure, or a heartbeat. */
export type ReplyType = 'answer' | 'nothing' | 'failed' | 'alive'

/** Our headers beside the broker's own. */
interface Headers {
  /** When it was sent, in milliseconds since the epoch. */
  readonly 'nimbo-sent': number
  /** How long the caller of a long call waits without a heartbeat. */
  readonly 'nimbo-silence'?: number
  /** The call was sent before over a lost connection. */
  readonly 'nimbo-again'?: boolean
}

/** RabbitMQ's direct reply-to: replies go straight to the caller's channel without a queue. */
export const replyAddress = 'amq.rabbitmq.reply-to'

export const contentType = 'application/json'

export const headersOf = (sentAt: number, silenceMs?: number, again = false): Headers => ({
  'nimbo-sent': sentAt,
  ...(silenceMs === undefined ? {} : { 'nimbo-silence': silenceMs }),
  ...(again ? { 'nimbo-again': true } : {}),
})

const kinds = ['call', 'cast', 'fanout', 'notification'] as const satisfies readonly MessageKind[]

/** A received message. */
export interface Received {
  readonly id: string
  readonly kind: MessageKind
  readonly tag: number
  /** Undefined when it is not JSON. */
  readonly body: Json | undefined
  readonly redelivered: boolean
  /** Number of failed deliveries. */
  readonly failures: number
  readonly sentAt: number | undefined
  readonly replyTo: string | undefined
  readonly correlationId: string | undefined
  readonly silenceMs: number | undefined
  /** When its caller stops waiting, relative to the sending. */
  readonly expiresMs: number | undefined
}

/** The library parses JSON by content type, but leaves invalid JSON and bodies with an encoding as bytes. */
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
    // Other publishers of notifications set no message id.
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
