import { extension } from '../../api/extensions.ts'
import type { Room } from '../../api/room.ts'
import { snapshotActions } from './actions/routes.ts'
import { addProgress } from './migration.ts'
import { snapshots } from './routes.ts'

export const snapshotRoom: Room = {
  routes: [...snapshots, ...snapshotActions],
  extensions: [
    extension('os-snapshot-actions', 'SnapshotActions', 'How far the making of a snapshot is'),
    extension(
      'os-extended-snapshot-attributes',
      'ExtendedSnapshotAttributes',
      'Progress and project of snapshots',
    ),
  ],
  migrations: { '0009-snapshot-progress': addProgress },
}
