import type { Moment } from '@nimbo/testkit/crash-plan'
import type { FaultCloud } from './fault-cloud.ts'
import type { Setup } from './setup.ts'

/** One entry of the matrix. */
export interface FaultCase {
  /** What is done to the cloud, the row's first word: `kill`. */
  readonly fault: string
  readonly line: number
  readonly moment: Moment
  /** Whether the server has a volume besides its disk. */
  readonly volume: boolean
  /** The `nova.conf` of the cloud that it needs, where that is not the usual. */
  readonly novaConf?: string
  /** Gives how it ended in a word or two; throws when that is neither whole nor clean. */
  run(cloud: FaultCloud, setup: Setup): Promise<string>
}

export const caseName = ({ fault, line, moment }: Pick<FaultCase, 'fault' | 'line' | 'moment'>): string =>
  `${fault}-${moment}-${line}`
