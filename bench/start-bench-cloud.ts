import type { BenchCloud } from './bench-cloud.ts'
import { startEmbeddedCloud } from './embedded-cloud.ts'
import { startSpreadCloud } from './spread-cloud.ts'

/**
 * `embedded`: `nimbo up`. `together`: on PostgreSQL and RabbitMQ, with one process for nova's controller roles, one for all other
 * controller roles, and one for each compute host. `apart`: the same with one process for each role.
 */
const shapes = ['embedded', 'together', 'apart'] as const
export type Shape = (typeof shapes)[number]

export const isShape = (word: string): word is Shape => shapes.some((shape) => shape === word)

/** Starts a cloud and waits until it is ready. The number of hosts applies to the embedded shape only. */
export const startBenchCloud = (shape: Shape, hosts: number): Promise<BenchCloud> =>
  shape === 'embedded' ? startEmbeddedCloud({ hosts }) : startSpreadCloud(shape)
