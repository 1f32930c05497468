import type { Route } from '@nimbo/http/route'
import type { ComputeApp } from '../app/compute-app.ts'
import { addressActionRoutes } from './aliases/address-actions.ts'
import { oldFloatingIpRoutes } from './aliases/old-floating-ips.ts'
import { oldImageMetadataRoutes } from './aliases/old-image-metadata.ts'
import { oldImageRoutes } from './aliases/old-images.ts'
import { oldNetworkRoutes } from './aliases/old-networks.ts'
import { oldSecurityGroupRoutes } from './aliases/old-security-groups.ts'
import { oldSnapshotRoutes } from './aliases/old-snapshots.ts'
import { oldVolumeRoutes } from './aliases/old-volumes.ts'
import { volumesBootRoutes } from './aliases/volumes-boot.ts'
import { administrationRoutes } from './administration-routes.ts'
import { explanationRoutes } from './explanations.ts'
import { extensionRoutes } from './extensions.ts'
import { externalEventRoutes } from './external-events.ts'
import { instanceActionRoutes } from './servers/instance-actions.ts'
import { remoteConsoleRoutes } from './servers/remote-consoles.ts'
import { serverActionRoutes } from './servers/server-actions.ts'
import { serverInterfaceRoutes } from './servers/server-interfaces.ts'
import { assistedSnapshotRoutes } from './servers/assisted-snapshots.ts'
import { shareRoutes } from './refused/shares.ts'
import { diagnosticsRoutes } from './server-facts/diagnostics.ts'
import { passwordRoutes } from './server-facts/password.ts'
import { topologyRoutes } from './server-facts/topology.ts'
import { versionRoutes } from './show-version.ts'
import { removedRoutes } from './removed/removed.ts'
import { serverMigrationRoutes } from './server-migrations/server-migrations.ts'
import { serverPartRoutes } from './servers/server-parts.ts'
import { serverSecurityGroupRoutes } from './servers/server-security-groups.ts'
import { serverVolumeRoutes } from './servers/server-volumes.ts'
import { serverRoutes } from './servers/servers.ts'

/** Every operation of the compute API. */
export const computeRoutes: readonly Route<ComputeApp>[] = [
  ...administrationRoutes,
  ...serverRoutes,
  ...serverActionRoutes,
  ...remoteConsoleRoutes,
  ...serverPartRoutes,
  ...serverVolumeRoutes,
  ...serverInterfaceRoutes,
  ...serverSecurityGroupRoutes,
  ...instanceActionRoutes,
  ...serverMigrationRoutes,
  ...topologyRoutes,
  ...passwordRoutes,
  ...diagnosticsRoutes,
  ...shareRoutes,
  ...assistedSnapshotRoutes,
  ...versionRoutes,
  ...explanationRoutes,
  ...externalEventRoutes,
  ...extensionRoutes,
  ...oldNetworkRoutes,
  ...oldImageRoutes,
  ...oldImageMetadataRoutes,
  ...oldVolumeRoutes,
  ...oldSnapshotRoutes,
  ...oldFloatingIpRoutes,
  ...oldSecurityGroupRoutes,
  ...addressActionRoutes,
  ...volumesBootRoutes,
  ...removedRoutes,
]

export const operations = computeRoutes.map(({ operation }) => operation)
