import { Readable } from 'node:stream'
import type { FlowTables } from '@nimbo/durable/flow-tables'
import type { World, WorldTools } from '@nimbo/durable/flow-trial'
import { timestamp } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import type { LogThreshold } from '@nimbo/kernel/log-threshold'
import { silentNotifier } from '@nimbo/notifications/notifier'
import { testDatabase } from '@nimbo/testing/test-database'
import { type FakeVolumes, fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import type { Kysely } from 'kysely'
import { backupHandlers } from '../agent/backup-handlers.ts'
import { volumeHostHandlers } from '../agent/volume-host-handlers.ts'
import { defaultCinderConfig } from '../config.ts'
import { notices } from '../db/notices.ts'
import { reportService } from '../db/services.ts'
import { insertSnapshot } from '../db/snapshots.ts'
import type { SnapshotRow, VolumeRow, VolumeTables } from '../db/tables.ts'
import { insertType } from '../db/volume-types.ts'
import { insertVolume } from '../db/volumes.ts'
import type { BackupStore } from '../driver/backup-store.ts'
import { migrations } from '../migrations.ts'
import type { FlowDeps } from './flow-deps.ts'

/** A backup store for flows that make no backups. */
const noBackups: BackupStore = {
  name: 'none',
  write: async () => ({ objects: 0 }),
  read: async function* () {},
  has: async () => false,
  remove: async () => {},
}

export const volumeId = '55555555-5555-4555-8555-555555555555'
export const snapshotId = '66666666-6666-4666-8666-666666666666'

/** The state before a flow begins. */
interface Scene {
  readonly status: string
  readonly host?: string
  /** Whether the back end has the volume's content. */
  readonly stored: boolean
  /** Whether there is another host, `two@fake`, with a back end of its own. */
  readonly second?: boolean
  /** A snapshot of the volume, with its status. */
  readonly snapshot?: { readonly status: string; readonly stored: boolean }
}

/** The state after the flow has ended. */
export interface Judged {
  readonly row: VolumeRow | undefined
  readonly snapshot: SnapshotRow | undefined
  readonly backend: FakeVolumes
  /** The back end of the second host. */
  readonly second: FakeVolumes
}

/** A volume of 2 GB in some status on a fake back end with one host; the assertions get its row and the back end. */
export const flowWorld =
  (
    scene: Scene,
    judges: { readonly whole: (seen: Judged) => void; readonly clean: (seen: Judged) => void },
  ) =>
  async ({ clock }: WorldTools): Promise<World<FlowDeps>> => {
    const { db, close } = await testDatabase<VolumeTables>(migrations)
    const backend = fakeVolumes()
    const second = fakeVolumes()
    const now = timestamp(clock)
    const facts = { backend: 'fake', driver: 'fake', totalGb: 100, freeGb: 100, thin: true }
    // The heartbeat is of a later day, so that the host stays up however far the clock of a trial advances.
    const later = new Date(clock.now() + 864_000_000).toISOString()
    for (const host of scene.second ? ['one@fake', 'two@fake'] : ['one@fake'])
      await reportService(db, { binary: 'cinder-volume', host, zone: 'nova', backend: facts }, later)
    const named = { created_at: now, updated_at: now, name: 't', description: null }
    await insertType(db, { id: 't', is_public: 1, ...named })
    await insertVolume(db, {
      ...named,
      id: volumeId,
      project_id: 'p',
      user_id: 'u',
      size: 2,
      growing_by: 0,
      status: scene.status,
      availability_zone: 'nova',
      volume_type_id: 't',
      host: scene.host ?? null,
      bootable: 0,
      multiattach: 0,
      consumes_quota: 1,
      snapshot_id: null,
      source_volid: null,
      image_metadata: null,
      launched_at: null,
    })
    if (scene.stored) await backend.volumes.create(volumeId, 2)
    if (scene.snapshot) {
      await insertSnapshot(db, {
        ...named,
        id: snapshotId,
        volume_id: volumeId,
        project_id: 'p',
        user_id: 'u',
        size: 2,
        status: scene.snapshot.status,
        consumes_quota: 1,
        progress: null,
        group_snapshot_id: null,
      })
      if (scene.snapshot.stored) await backend.snapshots.create(snapshotId, volumeId)
    }
    const logThreshold: LogThreshold = { level: 'info' }
    const [handlers, handlersOfSecond] = [backend, second].map((volumes) =>
      volumeHostHandlers({
        backend: volumes,
        images: {
          show: async () => undefined,
          download: async () => Readable.from(['bytes']),
          upload: async () => {},
        },
        keys: { payload: async () => Buffer.from('key') },
        logThreshold,
      }),
    )
    const seen = async (): Promise<Judged> => ({
      row: await db.selectFrom('volumes').selectAll().where('id', '=', volumeId).executeTakeFirst(),
      snapshot: await db.selectFrom('snapshots').selectAll().where('id', '=', snapshotId).executeTakeFirst(),
      backend,
      second,
    })
    return {
      db: db as unknown as Kysely<FlowTables>,
      deps: {
        db,
        clock,
        notices: notices(silentNotifier, clock),
        config: defaultCinderConfig(),
        unified: { of: async () => new Map(), levels: async () => [] },
        log: silentLog,
        compute: { copyVolume: async () => {}, sendEvents: async () => {}, swapVolume: async () => {} },
        images: { show: async () => undefined, remove: async () => {} },
        keys: { named: async () => undefined, remove: async () => {} },
        silentBefore: (allowedMs: number) => clock.now() - allowedMs,
        hosts: {
          on: (host) => (host === 'two@fake' ? handlersOfSecond : handlers) as never,
          supports: () => true,
        },
        backups: { on: () => backupHandlers(noBackups, logThreshold) as never, supports: () => true },
      },
      assertWhole: async () => judges.whole(await seen()),
      assertClean: async () => judges.clean(await seen()),
      close,
    }
  }
