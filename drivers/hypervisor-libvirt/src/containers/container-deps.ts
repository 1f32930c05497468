import type { DriverDeps } from '../driver-deps.ts'
import type { ConsoleLogs } from './console-logs.ts'

/** The dependencies of operations on containers. */
export type ContainerDeps = Pick<
  DriverDeps,
  'session' | 'domains' | 'instancesDir' | 'host' | 'guests' | 'clock' | 'log'
> & {
  readonly logs: ConsoleLogs
}
