import type { Clock } from '@nimbo/kernel/clock'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import { Connection } from 'rabbitmq-client'
import { errors } from './errors.ts'
import { awaitClose } from './await-close.ts'
import { optionalPromise } from './unhandled-promise.ts'
import type { BrokerAddress, TransportUrl } from './transport-url.ts'

/** A failed attempt to reach a broker. */
export interface BrokerRetry {
  /** Failed attempts since the last success. */
  readonly attempt: number
  /** `host:port` */
  readonly broker: string
  readonly reason: string
  readonly nextInMs: number
}

export interface BrokerLinkOptions {
  readonly transport: TransportUrl
  /** Shown by the broker's tools. */
  readonly connectionName: string
  readonly clock: Clock
  readonly log: Log
  readonly retryFirstMs: number
  readonly retryMostMs: number
  readonly heartbeatSeconds: number
  readonly onRetry: (retry: BrokerRetry) => void
  readonly onInterruption: () => void
}

const connectWithinMs = 10_000
const closeWithinMs = 2_000
/**
 * How long to wait for the broker to confirm a close request, in ms: a busy broker answers late, and over a broken connection
 * never.
 */
const goodbyeWithinMs = 5_000

/** Maintains one connection to any of the brokers, reconnecting forever. */
export class BrokerLink {
  readonly #options: BrokerLinkOptions
  #connection = optionalPromise<Connection>()
  #live: Connection | undefined
  #closed = false
  /** Whether the current connection did not answer a close request. */
  #silent = false
  #wake: () => void = () => {}
  readonly #running: Promise<void>

  constructor(options: BrokerLinkOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  /** The connection, once there is one; rejects with `BusClosed`. */
  up(): Promise<Connection> {
    return this.#connection.promise
  }

  /** Closes the connection; channels must be closed before. */
  async close(): Promise<void> {
    this.#closed = true
    this.#connection.reject(errors.BusClosed())
    this.#wake()
    await this.#running
  }

  /** Waits for the broker to confirm the end of a consumer or channel; after one timeout, does not wait any more. */
  async awaitClose(answered: Promise<unknown>): Promise<void> {
    const withinMs = this.#silent ? 0 : goodbyeWithinMs
    if (!(await awaitClose(this.#options.clock, answered, withinMs))) this.#silent = true
  }

  async #run(): Promise<void> {
    const { transport, clock, retryMostMs } = this.#options
    const { brokers } = transport
    let failures = 0
    for (let turn = 0; !this.#closed; turn++) {
      const broker = brokers[turn % brokers.length]
      if (broker === undefined) return
      const where = `${broker.host}:${broker.port}`
      const { connection, lost } = this.#begin(broker)
      const failure = await Promise.race([connected(connection), lost])
      const since = clock.now()
      const reason = failure ?? (await this.#hold(connection, lost, where))
      await end(connection, clock)
      // Only a connection that lasts is a success: a broker may accept each one and drop it at once.
      if (failure === undefined && clock.now() - since >= retryMostMs) failures = 0
      else if (!this.#closed) await this.#pauseAfter(++failures, where, reason)
    }
  }

  #begin({ host, port, username, password }: BrokerAddress) {
    const { transport, connectionName, heartbeatSeconds } = this.#options
    const connection = new Connection({
      hostname: host,
      port,
      username,
      password,
      vhost: transport.vhost,
      tls: transport.tls,
      connectionName,
      heartbeat: heartbeatSeconds,
      connectionTimeout: connectWithinMs,
      frameMax: 131_072,
      noDelay: true,
    })
    const lost = new Promise<string>((resolve) => {
      connection.on('error', (error) => resolve(messageOf(error) || String(error?.code ?? 'unknown')))
      this.#wake = () => resolve('closed')
    })
    connection.on('connection.blocked', (reason) =>
      this.#options.log.warn(
        { reason },
        'the message broker is short of memory or disk and takes no messages',
      ),
    )
    return { connection, lost }
  }

  async #hold(connection: Connection, lost: Promise<string>, broker: string): Promise<string> {
    this.#options.log.info({ broker }, 'connected to the message broker')
    this.#connection.resolve(connection)
    this.#live = connection
    this.#silent = false
    this.#options.onInterruption()
    const reason = await lost
    this.#options.onInterruption()
    this.#live = undefined
    this.#connection = optionalPromise()
    if (this.#closed) this.#connection.reject(errors.BusClosed())
    else this.#options.log.warn({ broker, reason }, 'lost the message broker')
    return reason
  }

  /** Whether there is a connection now. */
  get isUp(): boolean {
    return this.#live !== undefined
  }

  async #pauseAfter(attempt: number, broker: string, reason: string): Promise<void> {
    const { clock, retryFirstMs, retryMostMs, transport, onRetry } = this.#options
    // The pause doubles after each round through all brokers.
    const round = Math.floor((attempt - 1) / transport.brokers.length)
    const nextInMs = Math.min(retryMostMs, retryFirstMs * 2 ** Math.min(round, 20))
    onRetry({ attempt, broker, reason, nextInMs })
    // Keeps a process alive that only waits for its broker.
    const alive = setInterval(() => {}, 60_000)
    await new Promise<void>((resolve) => {
      const cancel = clock.after(nextInMs, resolve)
      this.#wake = () => {
        cancel()
        resolve()
      }
    })
    clearInterval(alive)
  }
}

const connected = (connection: Connection): Promise<undefined> =>
  new Promise((resolve) => connection.once('connection', () => resolve(undefined)))

const end = async (connection: Connection, clock: Clock): Promise<void> => {
  // If the connection is destroyed during the library's `close()`, that never settles.
  await awaitClose(clock, connection.close(), closeWithinMs)
  connection.unsafeDestroy()
}
