import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FlowTrial, runTrial } from '@nimbo/durable/flow-trial'
import { insertAttachment } from '../../../db/attachments.ts'
import type { Db } from '../../../db/db.ts'
import { removeVolume, updateVolume } from '../../../db/volumes.ts'
import type { FlowDeps } from '../../../flows/flow-deps.ts'
import { flowWorld, type Judged, volumeId } from '../../../flows/flow-world.testing.ts'
import { type MoveVolume, moveVolumeFlow } from './move-flow.ts'

const now = '2026-01-01T00:00:00.000Z'

/**
 * Migrates a volume, without locking it, from the first host to the second; `meanwhile` runs once its content is copied, and
 * `later` once the migration has looked whether the volume is being read.
 */
const migrate = async (
  meanwhile: (db: Db) => Promise<unknown>,
  judge: (seen: Judged) => void,
  later: (db: Db) => Promise<unknown> = async () => {},
): Promise<void> => {
  let happen = async (): Promise<unknown> => undefined
  let pass = async (): Promise<unknown> => undefined
  const trial: FlowTrial<MoveVolume, FlowDeps> = {
    flow: moveVolumeFlow,
    input: {
      ...{ volumeId, sizeGb: 2, zone: 'nova', extraSpecs: {}, typeId: 't', multiattach: false },
      ...{ from: 'one@fake', onHost: 'two@fake', status: 'available', mayMove: true, asked: 'host' },
      ignoreHosts: ['one@fake'],
    },
    subject: volumeId,
    world: async (tools) => {
      const world = await flowWorld(
        { status: 'available', host: 'one@fake#fake', stored: true, second: true },
        { whole: judge, clean: judge },
      )(tools)
      await updateVolume(world.deps.db, volumeId, { migration_status: 'starting' }, now)
      happen = () => meanwhile(world.deps.db)
      pass = () => later(world.deps.db)
      return world
    },
  }
  const injectFault = async ({ step, when }: { readonly step: string; readonly when: string }) => {
    if (step === 'copy-content' && when === 'after') await happen()
    if (step === 'wait-for-readers' && when === 'after') await pass()
  }
  await runTrial(trial, { injectFault }, (_, world) => world.assertWhole())
}

test('a volume that is not changed meanwhile migrates with its content', () =>
  migrate(
    async () => {},
    ({ row, backend, second }) => {
      assert.deepEqual(
        [row?.status, row?.migration_status, row?.host],
        ['available', 'success', 'two@fake#fake'],
      )
      assert.deepEqual([[...backend.made.keys()], [...second.made.keys()]], [[], [volumeId]])
    },
  ))

test('a volume that is backed up or uploaded when its content is copied migrates once that is done', async () => {
  for (const status of ['backing-up', 'uploading']) {
    let looks = 0
    await migrate(
      (db) => updateVolume(db, volumeId, { status }, now),
      ({ row, backend, second }) => {
        assert.deepEqual(
          [row?.status, row?.migration_status, row?.host],
          ['available', 'success', 'two@fake#fake'],
        )
        assert.deepEqual([[...backend.made.keys()], [...second.made.keys()]], [[], [volumeId]])
      },
      async (db) => {
        looks += 1
        if (looks === 2) await updateVolume(db, volumeId, { status: 'available' }, now)
      },
    )
    assert.equal(looks, 3, 'it moves only when the work has ended')
  }
})

const stays = ({ row, backend, second }: Judged): void => {
  assert.deepEqual([row?.migration_status, row?.host], ['error', 'one@fake#fake'])
  assert.deepEqual([[...backend.made.keys()], [...second.made.keys()]], [[volumeId], []])
}

test('a volume that is attached during its migration stays on its host', () =>
  migrate(
    async (db) => {
      await insertAttachment(db, {
        ...{ id: 'a', volume_id: volumeId, project_id: 'p', instance_uuid: 's', status: 'attached' },
        ...{ mode: 'rw', mountpoint: '/dev/vdb', host: 'h', connector: null, connection_info: null },
        ...{ attached_at: now, created_at: now, updated_at: now },
      })
      await updateVolume(db, volumeId, { status: 'in-use' }, now)
    },
    (seen) => {
      assert.equal(seen.row?.status, 'in-use')
      stays(seen)
    },
  ))

test('a volume that is extended during its migration stays on its host', () =>
  migrate((db) => updateVolume(db, volumeId, { size: 3 }, now), stays))

test('a volume that is deleted during its migration leaves no copy', () =>
  migrate(
    (db) => removeVolume(db, volumeId),
    ({ row, second }) => assert.deepEqual([row, second.made.size], [undefined, 0]),
  ))
