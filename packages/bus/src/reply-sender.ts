import type { Clock } from '@nimbo/kernel/clock'
import { messageOf } from '@nimbo/kernel/errors'
import type { Json } from '@nimbo/kernel/json'
import type { Log } from '@nimbo/kernel/log'
import type { Sender } from './sender.ts'
import { bodyOf, contentType, type Received, type ReplyType } from './wire-message.ts'

export interface ReplySenderOptions {
  readonly sender: Sender
  readonly clock: Clock
  readonly log: Log
  /** How long a reply waits for an unavailable broker. */
  readonly sendTimeoutMs: number
}

/** The result of a handling, for its caller. */
type Ending =
  | { readonly kind: 'done'; readonly output: Json | undefined }
  | { readonly kind: 'failed' }
  | { readonly kind: 'rejected'; readonly answer: Json | undefined }

const nothing = Buffer.alloc(0)
/** Heartbeats per interval that a caller tolerates without one; some may be lost. */
const signs = 3

/** Sends replies and heartbeats to callers. */
export class ReplySender {
  readonly #options: ReplySenderOptions

  constructor(options: ReplySenderOptions) {
    this.#options = options
  }

  /** Sends heartbeats to the caller of a long call until the returned function is called. */
  showLife(call: Received): () => void {
    const { clock } = this.#options
    const { silenceMs } = call
    if (silenceMs === undefined) return () => {}
    let cancel = () => {}
    const sign = () => {
      void this.#reply(call, 'alive', nothing, silenceMs).catch(() => {
        // A lost heartbeat does no harm.
      })
      cancel = clock.after(silenceMs / signs, sign)
    }
    sign()
    return () => cancel()
  }

  /** Replies to a call; other messages have no reply. Never rejects: a caller that the reply does not reach calls again. */
  async answer(call: Received, ending: Ending): Promise<void> {
    const { sendTimeoutMs, log } = this.#options
    const output =
      ending.kind === 'done' ? ending.output : ending.kind === 'rejected' ? ending.answer : undefined
    const type = output !== undefined ? 'answer' : ending.kind === 'done' ? 'nothing' : 'failed'
    try {
      await this.#reply(call, type, output === undefined ? nothing : bodyOf(output), sendTimeoutMs)
    } catch (error) {
      log.warn({ messageId: call.id, reason: messageOf(error) }, 'a reply could not be sent')
    }
  }

  async #reply(call: Received, type: ReplyType, body: Buffer, withinMs: number): Promise<void> {
    const { replyTo, correlationId } = call
    if (replyTo === undefined || correlationId === undefined) return
    await this.#options.sender.reply(replyTo, { type, correlationId, contentType }, body, withinMs)
  }
}
