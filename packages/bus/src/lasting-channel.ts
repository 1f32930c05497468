import type { Clock } from '@nimbo/kernel/clock'
import { isFault, messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import type { Channel } from 'rabbitmq-client'
import type { BrokerLink } from './broker-link.ts'
import { errors } from './errors.ts'
import { optionalPromise } from './unhandled-promise.ts'

export interface LastingChannelOptions {
  readonly link: BrokerLink
  readonly clock: Clock
  readonly log: Log
  /** Declares and subscribes on each new channel before it is used. */
  readonly setUp: (channel: Channel) => Promise<void>
}

const retryLostMs = 200
const retryRefusedMs = 5_000
const setUpWithinMs = 20_000

/** A channel that is opened and set up again whenever it is lost. */
export class LastingChannel {
  readonly #options: LastingChannelOptions
  #channel = optionalPromise<Channel>()
  #current: Channel | undefined
  #closed = false

  constructor(options: LastingChannelOptions) {
    this.#options = options
    void this.#run()
  }

  /** The channel if it is usable now. */
  get current(): Channel | undefined {
    return this.#current?.active ? this.#current : undefined
  }

  /** Waits for the channel; rejects with `BrokerUnavailable` at the timeout. */
  ready(withinMs: number): Promise<Channel> {
    const { current } = this
    if (current !== undefined) return Promise.resolve(current)
    return new Promise((resolve, reject) => {
      const cancel = this.#options.clock.after(Math.max(0, withinMs), () =>
        reject(errors.BrokerUnavailable({ reason: 'no connection' })),
      )
      this.#channel.promise.then(resolve, reject).finally(cancel)
    })
  }

  /** Closes the channel; unacknowledged messages go to other listeners. */
  async close(): Promise<void> {
    this.#closed = true
    const { current } = this
    this.#current = undefined
    this.#channel.reject(errors.BusClosed())
    this.#channel = optionalPromise()
    this.#channel.reject(errors.BusClosed())
    if (current !== undefined) await this.#options.link.awaitClose(current.close())
  }

  async #run(): Promise<void> {
    const { link, clock, log } = this.#options
    while (!this.#closed) {
      try {
        await this.#live()
      } catch (error) {
        if (this.#closed || isFault(error, 'BusClosed')) return
        const refused = link.isUp
        if (refused)
          log.error(
            { reason: messageOf(error) },
            'could not set up a channel to the message broker; trying again',
          )
        await new Promise<void>((resolve) => clock.after(refused ? retryRefusedMs : retryLostMs, resolve))
      }
    }
  }

  /** Opens a channel and sets it up; resolves when it is lost or closed. */
  async #live(): Promise<void> {
    const { link, log, setUp } = this.#options
    const connection = await link.up()
    const channel = await connection.acquire({ emitErrorsFromChannel: true })
    const lost = new Promise<void>((resolve) => channel.once('close', resolve))
    channel.on('error', (error) =>
      log.warn({ reason: messageOf(error) }, 'lost a channel to the message broker'),
    )
    channel.on('basic.cancel', () => void channel.close())
    try {
      await this.#inTime(setUp(channel))
      if (this.#closed) return await channel.close()
      this.#current = channel
      this.#channel.resolve(channel)
      if (channel.active) await lost
    } catch (error) {
      // Not awaited: a channel with an unanswered request does not close before that is answered.
      void channel.close()
      throw error
    } finally {
      // From now on callers wait for the next channel.
      if (this.#current !== undefined && !this.#closed) this.#channel = optionalPromise()
      this.#current = undefined
    }
  }

  /** The broker may never answer: RabbitMQ does not while a quorum queue has no leader. */
  #inTime(work: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = this.#options.clock.after(setUpWithinMs, () =>
        reject(errors.BrokerUnavailable({ reason: `a set-up took more than ${setUpWithinMs} ms` })),
      )
      work.then(resolve, reject).finally(cancel)
    })
  }
}
