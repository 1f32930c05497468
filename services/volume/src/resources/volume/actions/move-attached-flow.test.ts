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
const complete = (db: Kysely<VolumeTables>, now: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    await removeAttachmentsOf(trx, volumeId)
    await giveAttachments(trx, { from: replacementId, to: volumeId })
    await updateVolume(trx, volumeId, { host: target, migration_status: 'completing' }, now)
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

/** Moves an attached volume; Nova completes the swap after the given number of further statements of the flow. */
const swappedAfter = (statements: number): FlowTrial<MoveAttachedVolume, FlowDeps> => ({
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
        whole: ({ row }) =>
          assert.deepEqual([row?.status, row?.migration_status, row?.host], ['in-use', 'success', target]),
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
      if (left-- === 0) await complete(db, now)
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
