import type { DescribedApi } from '@nimbo/http/open-api-document'
import type { Route } from '@nimbo/http/route'
import { extensionRoutes } from './api/extensions.ts'
import { versions } from './api/fault-envelope.ts'
import type { Room } from './api/room.ts'
import { versionOfApi } from './api/versions.ts'
import type { VolumeApp } from './app/app.ts'
import { attachmentRoom } from './resources/attachment/room.ts'
import { backupRoom } from './resources/backup/room.ts'
import { consistencyGroupRoom } from './resources/consistency-group/room.ts'
import { defaultTypeRoom } from './resources/default-type/room.ts'
import { groupRoom } from './resources/group/room.ts'
import { groupTypeRoom } from './resources/group-type/room.ts'
import { manageableRoom } from './resources/manageable/room.ts'
import { messageRoom } from './resources/message/room.ts'
import { qosSpecRoom } from './resources/qos-spec/room.ts'
import { quotaRoom } from './resources/quota/room.ts'
import { resourceFilterRoom } from './resources/resource-filter/room.ts'
import { serviceRoom } from './resources/service/room.ts'
import { snapshotRoom } from './resources/snapshot/room.ts'
import { transferRoom } from './resources/transfer/room.ts'
import { typeRoom } from './resources/type/room.ts'
import { volumeRoom } from './resources/volume/room.ts'

/** All kinds of resources of the service. */
export const rooms: readonly Room[] = [
  volumeRoom,
  attachmentRoom,
  snapshotRoom,
  manageableRoom,
  backupRoom,
  groupTypeRoom,
  groupRoom,
  consistencyGroupRoom,
  transferRoom,
  messageRoom,
  typeRoom,
  defaultTypeRoom,
  qosSpecRoom,
  quotaRoom,
  serviceRoom,
  resourceFilterRoom,
]

/** Every operation of version 3 with its handler. */
export const routes: readonly Route<VolumeApp>[] = [
  versionOfApi,
  ...extensionRoutes(rooms.flatMap(({ extensions }) => extensions)),
  ...rooms.flatMap((room) => room.routes),
]

const operations = routes.map(({ operation }) => operation)

/** First segments of all paths; any other first segment is a project id. */
export const firstSegments: ReadonlySet<string> = new Set(
  operations.map(({ path }) => path.split('/')[1] ?? ''),
)

/** The description of this API, for OpenAPI documents and comparisons. */
export const described: DescribedApi = {
  title: 'Block Storage',
  operations,
  prefix: '/v3',
  microversions: versions,
}
