import type { Bus } from '@nimbo/bus/bus'
import type { AdminAccess } from '@nimbo/cloud/client-files'
import type { FaultFiles } from '@nimbo/hypervisor-fake/fault-files'
import type { SpanReader } from '@nimbo/trace/span-table'
import type { Client } from './client.ts'
import type { RoleName } from './join-project.ts'
import { signInByCatalog } from './sign-in-by-catalog.ts'

/** What a story needs of a cloud, whichever shape it has. */
export interface CloudWish {
  /** Make-believe compute hosts (1). */
  readonly hosts?: number
  /** Whether its clock is set forward. */
  readonly advances?: boolean
  /** Options of its services, as environment variables. */
  readonly environment?: Readonly<Record<string, string>>
}

/** Make-believe compute hosts, seen and moved from outside. */
export interface HostsUnderTest {
  readonly names: readonly string[]
  readonly faults: FaultFiles
  /** The domains on them, as they keep them. */
  domains(): Promise<readonly { readonly host: string; readonly id: string }[]>
}

/**
 * A cloud as a story sees it. A story that asks for nothing more runs in both shapes: in the embedded one as part of the
 * process of the test, in the distributed one as `nimbo serve` processes on PostgreSQL and RabbitMQ.
 */
export interface CloudUnderTest extends AsyncDisposable {
  readonly shape: 'embedded' | 'distributed'
  /** How its admin enters it. */
  readonly access: AdminAccess
  readonly admin: Client
  /** Below it is every file that the cloud keeps: images, disks, domains. */
  readonly directory: string
  readonly hosts: HostsUnderTest
  readonly spans: SpanReader
  /** The broker between its services; gone with the cloud. */
  bus(): Promise<Bus>
  /** Makes a project with one user who has that role in it (`member`), and signs the user in. */
  person(name: string, role?: RoleName): Promise<Client>
  /**
   * Passes when the check does, once the cloud has done all it was asked for. One process knows when that is, and the check
   * must pass at once; of many nobody knows, and it must pass soon.
   */
  inTheEnd<Value>(check: () => Promise<Value>): Promise<Value>
  /** Ends it orderly and starts it again; addresses, and with them clients, may change. */
  restart(): Promise<void>
  /** Sets its clock forward; only where {@link CloudWish.advances}. */
  advance(ms: number): Promise<void>
}

const identityOf = ({ authUrl }: AdminAccess): string => authUrl.replace(/\/v3$/, '')

/** Signs in at a cloud as a person of it. */
export const enter = (
  { access }: Pick<CloudUnderTest, 'access'>,
  who: { readonly username: string; readonly password: string; readonly project: string },
): Promise<Client> => signInByCatalog(identityOf(access), who)

/** Signs in at a cloud as its admin. */
export const enterAsAdmin = (access: AdminAccess): Promise<Client> => {
  const { username, password, projectName: project } = access
  return enter({ access }, { username, password, project })
}
