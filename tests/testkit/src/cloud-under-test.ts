import type { Bus } from '@nimbo/bus/bus'
import type { AdminAccess } from '@nimbo/cloud/client-files'
import type { FaultFiles } from '@nimbo/hypervisor-fake/fault-files'
import type { SpanReader } from '@nimbo/trace/span-table'
import type { Client } from './client.ts'
import type { RoleName } from './join-project.ts'
import { signInByCatalog } from './sign-in-by-catalog.ts'

/** What a test needs of a cloud, whether embedded or distributed. */
export interface CloudRequirements {
  /** The number of compute hosts with the fake hypervisor (default 1). */
  readonly hosts?: number
  /** Whether its clock can be advanced. */
  readonly advances?: boolean
  /** Options of its services, as environment variables. */
  readonly environment?: Readonly<Record<string, string>>
}

/** The compute hosts with the fake hypervisor, as observed and controlled by a test. */
export interface HostsUnderTest {
  readonly names: readonly string[]
  readonly faults: FaultFiles
  /** The domains on the hosts. */
  domains(): Promise<readonly { readonly host: string; readonly id: string }[]>
}

/**
 * A cloud in a test. A test that needs no more than this runs in both shapes: embedded in the test process, and distributed as
 * `nimbo serve` processes on PostgreSQL and RabbitMQ.
 */
export interface CloudUnderTest extends AsyncDisposable {
  readonly shape: 'embedded' | 'distributed'
  /** How its admin authenticates. */
  readonly access: AdminAccess
  readonly admin: Client
  /** The parent directory of all files of the cloud: images, disks, domains. */
  readonly directory: string
  readonly hosts: HostsUnderTest
  readonly spans: SpanReader
  /** The bus between its services; closed with the cloud. */
  bus(): Promise<Bus>
  /** Creates a project and a user with this role in it (default `member`), and signs in as the user. */
  person(name: string, role?: RoleName): Promise<Client>
  /**
   * Waits until the cloud has finished all requests, and runs the check. The embedded cloud knows when it is idle, and the check
   * must pass at once; for the distributed one the check is repeated until it passes.
   */
  inTheEnd<Value>(check: () => Promise<Value>): Promise<Value>
  /** Stops the cloud cleanly and starts it again; addresses may change, and with them clients. */
  restart(): Promise<void>
  /** Advances its clock; only with {@link CloudRequirements.advances}. */
  advance(ms: number): Promise<void>
}

const identityOf = ({ authUrl }: AdminAccess): string => authUrl.replace(/\/v3$/, '')

/** Signs in as a user of a cloud. */
export const enter = (
  { access }: Pick<CloudUnderTest, 'access'>,
  who: { readonly username: string; readonly password: string; readonly project: string },
): Promise<Client> => signInByCatalog(identityOf(access), who)

/** Signs in as the admin of a cloud. */
export const enterAsAdmin = (access: AdminAccess): Promise<Client> => {
  const { username, password, projectName: project } = access
  return enter({ access }, { username, password, project })
}
