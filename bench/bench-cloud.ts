import { startEmbeddedCloud } from './embedded-cloud.ts'
import { startSpreadCloud } from './spread-cloud.ts'

/** An empty cloud of make-believe hypervisors, in processes that are children of this one. */
export interface BenchCloud extends AsyncDisposable {
  /** `http://127.0.0.1:5000/v3` */
  readonly identityUrl: string
  readonly credentials: { readonly username: string; readonly password: string; readonly projectName: string }
  /** What a process of it is called; undefined where its program's name says it. */
  nameOf(pid: number): string | undefined
}

/**
 * `embedded`: `nimbo up`. `together`: on PostgreSQL and RabbitMQ, nova's roles of a controller in one process, the others in a
 * second, and each compute host's in one. `apart`: the same, each role a process.
 */
export const shapes = ['embedded', 'together', 'apart'] as const
export type Shape = (typeof shapes)[number]

export const isShape = (word: string): word is Shape => shapes.some((shape) => shape === word)

/** Starts a cloud and waits until it is ready. */
export const startBenchCloud = (shape: Shape): Promise<BenchCloud> =>
  shape === 'embedded' ? startEmbeddedCloud({ hosts: 10 }) : startSpreadCloud(shape)
