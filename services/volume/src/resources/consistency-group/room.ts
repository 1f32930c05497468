import { extension } from '../../api/extensions.ts'
import type { Room } from '../../api/room.ts'
import { create as takeSnapshot } from './cgsnapshot/create.ts'
import { remove as removeSnapshot } from './cgsnapshot/delete.ts'
import { listRoutes as snapshotLists } from './cgsnapshot/list.ts'
import { show as showSnapshot } from './cgsnapshot/show.ts'
import { create } from './create.ts'
import { createFromSource } from './create-from-src.ts'
import { remove } from './delete.ts'
import { listRoutes } from './list.ts'
import { show } from './show.ts'
import { updateRoutes } from './update.ts'

export const consistencyGroupRoom: Room = {
  routes: [
    ...[...listRoutes, show, create, createFromSource, remove, ...updateRoutes],
    ...[...snapshotLists, showSnapshot, takeSnapshot, removeSnapshot],
  ],
  extensions: [
    extension('consistencygroups', 'Consistencygroups', 'Groups of volumes under their older name'),
    extension('cgsnapshots', 'Cgsnapshots', 'Snapshots of groups under their older name'),
  ],
}
