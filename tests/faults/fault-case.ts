import type { Moment } from '@nimbo/testkit/crash-plan'
import type { FaultCloud } from './fault-cloud.ts'
import type { Setup } from './setup.ts'

/** One entry of the matrix. */
export interface FaultCase {
  /** What is done to the cloud, such as `kill`; names the column of the result table. */
  readonly fault: string
  readonly line: number
  readonly moment: Moment
  /** Whether the server has a volume besides its disk. */
  readonly volume: boolean
  /** The `nova.conf` that the cloud needs for this case, where it is not the default. */
  readonly novaConf?: string
  /** Returns the outcome in a word or two; throws when the cloud ends neither whole nor clean. */
  run(cloud: FaultCloud, setup: Setup): Promise<string>
}

export const caseName = ({ fault, line, moment }: Pick<FaultCase, 'fault' | 'line' | 'moment'>): string =>
  `${fault}-${moment}-${line}`
