import type { BenchCloud } from './bench-cloud.ts'
import { startEmbeddedCloud } from './embedded-cloud.ts'
import { startSpreadCloud } from './spread-cloud.ts'

/**
 * `embedded`: `nimbo up`. `together`: on PostgreSQL and RabbitMQ, nova's roles of a controller in one process, the others in a
 * second, and each compute host's in one. `apart`: the same, each role a process.
 */
const shapes = ['embedded', 'together', 'apart'] as const
export type Shape = (typeof shapes)[number]

export const isShape = (word: string): word is Shape => shapes.some((shape) => shape === word)

/** Starts a cloud and waits until it is ready. Of the embedded one it is said how many hosts it has. */
export const startBenchCloud = (shape: Shape, hosts: number): Promise<BenchCloud> =>
  shape === 'embedded' ? startEmbeddedCloud({ hosts }) : startSpreadCloud(shape)
