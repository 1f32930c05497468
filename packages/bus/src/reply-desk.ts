import type { Clock } from '@nimbo/kernel/clock'
import { messageOf } from '@nimbo/kernel/errors'
import type { Json } from '@nimbo/kernel/json'
import type { Log } from '@nimbo/kernel/log'
import type { Sender } from './sender.ts'
import { bodyOf, contentType, type Received, type ReplyType } from './wire-message.ts'

export interface ReplyDeskOptions {
  readonly sender: Sender
  readonly clock: Clock
  readonly log: Log
  /** How long an answer waits for the broker to take it. */
  readonly sendTimeoutMs: number
}

/** How a handling ended, as far as its caller learns of it. */
type Ending =
  | { readonly kind: 'done'; readonly output: Json | undefined }
  | { readonly kind: 'failed' }
  | { readonly kind: 'rejected'; readonly answer: Json | undefined }

const nothing = Buffer.alloc(0)
/** Signs of life in the time that a caller bears silence: one may be lost. */
const signs = 3

/** What this process tells those who called it. */
export class ReplyDesk {
  readonly #options: ReplyDeskOptions

  constructor(options: ReplyDeskOptions) {
    this.#options = options
  }

  /** Shows the caller of a long call, until the returned function is called, that somebody works on it. */
  showLife(call: Received): () => void {
    const { clock } = this.#options
    const { silenceMs } = call
    if (silenceMs === undefined) return () => {}
    let cancel = () => {}
    const sign = () => {
      void this.#reply(call, 'alive', nothing, silenceMs).catch(() => {
        // Nothing is lost with a sign of life, and the next may pass.
      })
      cancel = clock.after(silenceMs / signs, sign)
    }
    sign()
    return () => cancel()
  }

  /** Answers a call; other messages have nobody to answer. Never rejects: a caller that cannot be reached asks again. */
  async answer(call: Received, ending: Ending): Promise<void> {
    const { sendTimeoutMs, log } = this.#options
    const output =
      ending.kind === 'done' ? ending.output : ending.kind === 'rejected' ? ending.answer : undefined
    const type = output !== undefined ? 'answer' : ending.kind === 'done' ? 'nothing' : 'failed'
    try {
      await this.#reply(call, type, output === undefined ? nothing : bodyOf(output), sendTimeoutMs)
    } catch (error) {
      log.warn({ messageId: call.id, reason: messageOf(error) }, 'an answer could not be sent')
    }
  }

  async #reply(call: Received, type: ReplyType, body: Buffer, withinMs: number): Promise<void> {
    const { replyTo, correlationId } = call
    if (replyTo === undefined || correlationId === undefined) return
    await this.#options.sender.reply(replyTo, { type, correlationId, contentType }, body, withinMs)
  }
}
