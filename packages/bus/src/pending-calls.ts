import { randomUUID } from 'node:crypto'
import type { Clock } from '@nimbo/kernel/clock'
import type { Json } from '@nimbo/kernel/json'
import type { AsyncMessage } from 'rabbitmq-client'
import type { Target } from './bus.ts'
import { errors } from './errors.ts'
import type { Sender } from './sender.ts'
import { queueOf } from './topology.ts'
import { bodyOf, contentType, headersOf, replyAddress } from './wire-message.ts'

export interface PendingCallsOptions {
  readonly sender: () => Sender
  readonly clock: Clock
  /** How long a caller waits without a heartbeat of the server that handles its call. */
  readonly silenceMs: number
  /** How long a call waits for an unavailable broker. */
  readonly sendTimeoutMs: number
}

interface WaitingCall {
  readonly id: string
  readonly target: Target
  readonly body: Buffer
  readonly timeoutMs: number
  readonly giveUpAt: number
  /** Whether the broker has accepted it. */
  sent: boolean
  readonly finish: (settle: () => void) => void
  readonly resolve: (output: Json | undefined) => void
  readonly reject: (error: unknown) => void
  /** Called at a heartbeat of the server that handles it. */
  readonly heard: () => void
}

/** The pending calls of this process. */
export class PendingCalls {
  readonly #options: PendingCallsOptions
  readonly #waiting = new Map<string, WaitingCall>()

  constructor(options: PendingCallsOptions) {
    this.#options = options
  }

  call(target: Target, message: Json, timeoutMs: number): Promise<Json | undefined> {
    const { clock, silenceMs } = this.#options
    return new Promise((resolve, reject) => {
      const timeOut = (afterMs: number) => () =>
        call.finish(() => reject(errors.MessagingTimeout({ target: queueOf(target), timeoutMs: afterMs })))
      const cancelEnd = clock.after(timeoutMs, timeOut(timeoutMs))
      const watched = timeoutMs > silenceMs
      const watch = () => (watched ? clock.after(silenceMs, timeOut(silenceMs)) : () => {})
      let cancelWatch = watch()
      const call: WaitingCall = {
        id: randomUUID(),
        target,
        body: bodyOf(message),
        timeoutMs,
        giveUpAt: clock.now() + timeoutMs,
        sent: false,
        resolve,
        reject,
        finish: (settle) => {
          cancelEnd()
          cancelWatch()
          this.#waiting.delete(call.id)
          settle()
        },
        heard: () => {
          cancelWatch()
          cancelWatch = watch()
        },
      }
      this.#waiting.set(call.id, call)
      void this.#send(call, false)
    })
  }

  /** Receives replies; those of calls that have ended are ignored. */
  readonly onReply = (message: AsyncMessage): void => {
    const call = this.#waiting.get(message.correlationId ?? '')
    if (call === undefined) return
    if (message.type === 'alive') {
      call.heard()
      return
    }
    call.finish(() => {
      if (message.type === 'answer') call.resolve(message.body)
      else if (message.type === 'nothing') call.resolve(undefined)
      else call.reject(errors.HandlerFailed({ target: queueOf(call.target) }))
    })
  }

  /** After a lost connection replies cannot arrive any more, so pending calls are sent again, which handlers must tolerate. */
  readonly onRenewed = (): void => {
    for (const call of [...this.#waiting.values()]) if (call.sent) void this.#send(call, true)
  }

  close(): void {
    for (const call of [...this.#waiting.values()]) call.finish(() => call.reject(errors.BusClosed()))
  }

  async #send(call: WaitingCall, again: boolean): Promise<void> {
    const { sender, clock, silenceMs, sendTimeoutMs } = this.#options
    const leftMs = () => Math.max(1, call.giveUpAt - clock.now())
    const watched = call.timeoutMs > silenceMs
    call.sent = false
    const envelope = () => ({
      type: 'call',
      messageId: call.id,
      correlationId: call.id,
      replyTo: replyAddress,
      contentType,
      // The message expires when its caller stops waiting, so that nobody handles it too late.
      expiration: String(Math.ceil(watched ? Math.min(silenceMs, leftMs()) : leftMs())),
      headers: headersOf(clock.now(), watched ? silenceMs : undefined, again),
    })
    try {
      await sender().send(call.target, envelope, call.body, Math.min(sendTimeoutMs, leftMs()))
      call.sent = true
    } catch (error) {
      if (this.#waiting.has(call.id)) call.finish(() => call.reject(error))
    }
  }
}
