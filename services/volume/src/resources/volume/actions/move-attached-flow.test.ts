import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '@nimbo/db/in-transaction'
import { type FlowTrial, runTrial } from '@nimbo/durable/flow-trial'
import { timestamp } from '@nimbo/kernel/clock'
import type { Kysely, KyselyPlugin } from 'kysely'
import { giveAttachments, insertAttachment, removeAttachmentsOf } from '../../../db/attachments.ts'
import type { VolumeTables } from '../../../db/tables.ts'
import { removeVolume, updateVolume } from '../../../db/volumes.ts'
import type { FlowDeps } from '../../../flows/flow-deps.ts'
import { flowWorld, volumeId } from '../../../flows/flow-world.testing.ts'
import { type MoveAttachedVolume, moveAttachedVolumeFlow } from './move-attached-flow.ts'

const replacementId = '88888888-8888-4888-8888-888888888888'
const target = 'two@fake#fake'

/** What the service stores when Nova reports that the servers use the replacement now. */
const complete = (db: Kysely<VolumeTables>, now: string, status: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    await removeAttachmentsOf(trx, volumeId)
    await giveAttachments(trx, { from: replacementId, to: volumeId })
    await updateVolume(trx, volumeId, { host: target, migration_status: 'completing', status }, now)
    await removeVolume(trx, replacementId)
  })

/** Runs `after` after each executed statement, and waits for it. */
const afterEachStatement = (after: () => Promise<void>): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    await after()
    return result
  },
})

/**
 * Moves an attached volume; Nova completes the swap after the given number of further statements of the flow. The volume has
 * this status then, and at the end the status `after`.
 */
const swappedAfter = (
  statements: number,
  status = 'in-use',
  after = status,
): FlowTrial<MoveAttachedVolume, FlowDeps> => ({
  flow: moveAttachedVolumeFlow,
  input: {
    ...{ volumeId, replacementId, sizeGb: 2, zone: 'nova', extraSpecs: {}, typeId: 't', multiattach: false },
    ...{ from: 'one@fake', status: 'in-use', mayMove: true, asked: 'host', ignoreHosts: ['one@fake'] },
  },
  subject: volumeId,
  world: async (tools) => {
    const { clock } = tools
    const world = await flowWorld(
      { status: 'in-use', host: 'one@fake#fake', stored: true, second: true },
      {
        whole: ({ row, backend }) => {
          assert.deepEqual([row?.status, row?.migration_status, row?.host], [after, 'success', target])
          assert.equal(backend.made.size, 0)
        },
        clean: () => {},
      },
    )(tools)
    const { db } = world.deps
    const now = timestamp(clock)
    const attachment = {
      ...{ project_id: 'p', instance_uuid: 's', status: 'attached', mode: 'rw', mountpoint: '/dev/vdb' },
      ...{
        host: 'h',
        connector: null,
        connection_info: null,
        attached_at: now,
        created_at: now,
        updated_at: now,
      },
    }
    await insertAttachment(db, { id: 'old', volume_id: volumeId, ...attachment })
    let left = Number.POSITIVE_INFINITY
    const counting = afterEachStatement(async () => {
      if (left-- === 0) await complete(db, now, status)
    })
    const swapVolume = async (): Promise<void> => {
      await insertAttachment(db, { id: 'new', volume_id: replacementId, ...attachment })
      left = statements
    }
    const compute = { ...world.deps.compute, swapVolume }
    return { ...world, deps: { ...world.deps, db: db.withPlugin(counting), compute } }
  },
})

test('moving an attached volume succeeds at whichever statement of the flow Nova completes the swap', async () => {
  for (let statements = 0; statements < 12; statements += 1)
    await runTrial(swappedAfter(statements), {}, (end, world) => {
      assert.equal(end, 'done', `after ${statements} statements`)
      return world.assertWhole()
    })
})

test('a swapped volume stays on its old back end too until its backup is made', async () => {
  const trial = swappedAfter(0, 'backing-up', 'in-use')
  let backupEnds = async (): Promise<unknown> => undefined
  let looks = 0
  const world: typeof trial.world = async (tools) => {
    const made = await trial.world(tools)
    backupEnds = () => updateVolume(made.deps.db, volumeId, { status: 'in-use' }, timestamp(tools.clock))
    return made
  }
  const injectFault = async ({ step, when }: { readonly step: string; readonly when: string }) => {
    if (step !== 'wait-for-readers' || when !== 'after') return
    looks += 1
    if (looks === 2) await backupEnds()
  }
  await runTrial({ ...trial, world }, { injectFault }, (_, made) => made.assertWhole())
  assert.equal(looks, 3, 'the old content is deleted only when the backup has ended')
})

test('the move of a swapped volume ends, whatever else is done with the volume then', async () => {
  for (const status of ['detaching', 'extending', 'error_extending'])
    await runTrial(swappedAfter(0, status), {}, (_, world) => world.assertWhole())
})
