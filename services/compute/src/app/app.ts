import type { ImageClient } from '@nimbo/clients/image'
import type { NetworkClient } from '@nimbo/clients/network'
import type { PlacementClient } from '@nimbo/clients/placement'
import type { VolumeClient } from '@nimbo/clients/volume'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { Enforcer } from '@nimbo/policy/enforcer'
import type { SpanReader } from '@nimbo/trace/span-store'
import type { Tracer } from '@nimbo/trace/tracer'
import type { Kysely } from 'kysely'
import type { AskCell } from '../cells/ask-cell.ts'
import type { ComputeConfig } from '../config.ts'
import type { ApiTables, CellMappingRow } from '../db/api-tables.ts'
import type { CellTables } from '../db/cell-tables.ts'
import type { ComputeHostPort } from './compute-host-port.ts'
import type { ConductorPort } from './conductor-port.ts'

/** Compute's databases: the one of the API, and one a cell (`cell0Id` among them). */
export interface Databases {
  readonly api: Kysely<ApiTables>
  /** The cells of the cloud, cell0 first; one that was added is there within seconds. */
  readonly cells: () => Promise<readonly CellMappingRow[]>
  /** What a cell answers; rejects with `CellDown` when it refuses, or is silent for too long. */
  readonly ask: AskCell
  /** Rejects when no cell has that id. */
  readonly cell: (cellId: string) => Promise<Kysely<CellTables>>
}

/** Clients of other services, by the name in which they speak. */
export interface Clients {
  readonly image: ImageClient
  readonly network: NetworkClient
  readonly volume: VolumeClient
  /** As the service's own account, for what users may not do themselves. */
  readonly service: {
    readonly network: NetworkClient
    readonly volume: VolumeClient
    readonly placement: PlacementClient
  }
}

/** What the compute API needs to live. */
export interface ComputeApiDeps {
  readonly databases: Databases
  readonly clients: Clients
  readonly conductor: ConductorPort
  readonly computeHost: ComputeHostPort
  readonly enforcer: Enforcer
  readonly config: ComputeConfig
  readonly traces: SpanReader
  readonly tracer: Tracer
  readonly clock: Clock
  readonly log: Log
  /** Encrypts secrets for the host: `seal` of `domain/sealed-text.ts` with the cloud's key. */
  readonly seal: (text: string) => string
}
