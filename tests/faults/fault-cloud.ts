import type { Answer, Client } from '@nimbo/testkit/client'
import type { CrashPoints } from '@nimbo/testkit/crash-points'
import type { DistributedCloud } from '@nimbo/testkit/distributed-cloud'
import type { FakeGuest } from '@nimbo/testkit/fake-guests'

/** A cloud of any shape whose processes are killed and restarted. */
export interface FaultCloud extends AsyncDisposable {
  /** `ceph`: the embedded one with its volumes in Ceph. */
  readonly shape: 'embedded' | 'ceph' | 'distributed'
  /** The processes of the distributed shape. */
  readonly processes?: DistributedCloud
  readonly crashPoints: CrashPoints
  readonly admin: Client
  /** Asks for another token as the admin. */
  signInAgain(headers: Record<string, string>): Promise<Answer<never>>
  /** Resolves when every process that was killed runs and answers again. */
  recovered(): Promise<void>
  /** The domains on each host, as the hypervisors keep them. */
  domains(): Promise<readonly FakeGuest[]>
  /** The directory with the logs of its processes. */
  readonly logs: string
  /** Names of files below the directories of hosts and of the services' state. */
  files(): Promise<readonly string[]>
  /** The first bytes of one of them. */
  read(file: string, bytes: number): Promise<Uint8Array>
}

/** One whose processes, database and broker a case can get at. */
export interface DistributedFaultCloud extends FaultCloud {
  readonly shape: 'distributed'
  readonly processes: DistributedCloud
}
