import { extension } from '../../api/extensions.ts'
import type { Room } from '../../api/room.ts'
import { snapshots } from './routes.ts'

export const snapshotRoom: Room = {
  routes: snapshots,
  extensions: [
    extension(
      'os-extended-snapshot-attributes',
      'ExtendedSnapshotAttributes',
      'Progress and project of snapshots',
    ),
  ],
}
