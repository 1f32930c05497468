import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { openDatabase } from '@nimbo/db/open-database'
import type { FlowTables } from '@nimbo/durable/flow-tables'
import type { World, WorldTools } from '@nimbo/durable/flow-trial'
import { survivesCrashes, survivesRepeats, unwindsFromEveryStep } from '@nimbo/durable/test-aids'
import { timestamp } from '@nimbo/kernel/clock'
import { type FakeVolumes, fakeVolumes } from '@nimbo/volume-fake/fake-volumes'
import type { Kysely } from 'kysely'
import { volumeHostHandlers } from '../agent/volume-host-handlers.ts'
import { defaultCinderConfig } from '../config.ts'
import { migrations } from '../db/migrations.ts'
import { reportService } from '../db/services.ts'
import type { VolumeRow, VolumeTables } from '../db/tables.ts'
import { insertType } from '../db/volume-types.ts'
import { insertVolume } from '../db/volumes.ts'
import { createVolumeFlow } from './create-volume.ts'
import { deleteVolumeFlow } from './delete-volume.ts'
import { extendVolumeFlow } from './extend-volume.ts'
import type { FlowDeps } from './flow-deps.ts'

const volumeId = '55555555-5555-4555-8555-555555555555'

interface Scene {
  readonly status: string
  readonly host?: string
  /** Whether the volume's content is there to begin with. */
  readonly stored: boolean
}

interface Judged {
  readonly row: VolumeRow | undefined
  readonly backend: FakeVolumes
}

/** A volume of 2 GB in a state, on a fake back end of one host; judged by its row and what is stored. */
const world =
  (
    scene: Scene,
    judges: { readonly whole: (seen: Judged) => void; readonly clean: (seen: Judged) => void },
  ) =>
  async ({ clock }: WorldTools): Promise<World<FlowDeps>> => {
    const db = await openDatabase<VolumeTables>('sqlite::memory:', migrations)
    const backend = fakeVolumes()
    const now = timestamp(clock)
    const facts = { backend: 'fake', driver: 'fake', totalGb: 100, freeGb: 100, thin: true }
    // Reports of a later day, so that the host is up however long a trial's clock runs.
    const later = new Date(clock.now() + 864_000_000).toISOString()
    await reportService(
      db,
      { binary: 'cinder-volume', host: 'one@fake', zone: 'nova', backend: facts },
      later,
    )
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
      readonly: 0,
      consumes_quota: 1,
      snapshot_id: null,
      source_volid: null,
      image_metadata: null,
      launched_at: null,
    })
    if (scene.stored) await backend.volumes.create(volumeId, 2)
    const handlers = volumeHostHandlers({
      backend,
      images: { download: async () => Readable.from(['bytes']) },
    })
    const seen = async (): Promise<Judged> => ({
      row: await db.selectFrom('volumes').selectAll().where('id', '=', volumeId).executeTakeFirst(),
      backend,
    })
    return {
      db: db as unknown as Kysely<FlowTables>,
      deps: {
        db,
        clock,
        config: defaultCinderConfig(),
        hosts: { on: () => handlers as never, supports: () => true },
      },
      assertWhole: async () => judges.whole(await seen()),
      assertClean: async () => judges.clean(await seen()),
      close: () => db.destroy(),
    }
  }

const creation = {
  flow: createVolumeFlow,
  input: {
    volumeId,
    sizeGb: 2,
    zone: 'nova',
    extraSpecs: {},
    content: { from: 'image', imageId: 'i', format: 'raw' } as const,
    ignoreHosts: [],
    mostAttempts: 3,
    bootable: true,
    imageMetadata: { image_id: 'i' },
  },
  subject: volumeId,
  world: world(
    { status: 'creating', stored: false },
    {
      whole: ({ row, backend }) => {
        assert.deepEqual([row?.status, row?.bootable, row?.host], ['available', 1, 'one@fake#fake'])
        assert.deepEqual([...backend.made], [[volumeId, { sizeGb: 2, from: 'bytes' }]])
      },
      clean: ({ row, backend }) => {
        assert.deepEqual([row?.status, row?.host, backend.made.size], ['error', null, 0])
      },
    },
  ),
}

const deletion = {
  flow: deleteVolumeFlow,
  input: { volumeId, host: 'one@fake' },
  subject: volumeId,
  world: world(
    { status: 'deleting', host: 'one@fake#fake', stored: true },
    {
      whole: ({ row, backend }) => assert.deepEqual([row, backend.made.size], [undefined, 0]),
      clean: ({ row }) => assert.equal(row?.status, 'error_deleting'),
    },
  ),
}

const extension = {
  flow: extendVolumeFlow,
  input: { volumeId, host: 'one@fake', sizeGb: 3, status: 'available' as const },
  subject: volumeId,
  world: world(
    { status: 'extending', host: 'one@fake#fake', stored: true },
    {
      whole: ({ row, backend }) => {
        assert.deepEqual([row?.status, row?.size, row?.growing_by], ['available', 3, 0])
        assert.equal(backend.made.get(volumeId)?.sizeGb, 3)
      },
      clean: ({ row }) => assert.deepEqual([row?.status, row?.size], ['error_extending', 2]),
    },
  ),
}

test('creating a volume bears repeats, failures and crashes', async () => {
  await survivesRepeats(creation)
  await unwindsFromEveryStep(creation)
  await survivesCrashes(creation)
})

test('deleting a volume bears repeats, failures and crashes', async () => {
  await survivesRepeats(deletion)
  await unwindsFromEveryStep(deletion)
  await survivesCrashes(deletion)
})

test('extending a volume bears repeats, failures and crashes', async () => {
  await survivesRepeats(extension)
  await unwindsFromEveryStep(extension)
  await survivesCrashes(extension)
})
