import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FlowTrial, runTrial } from '@nimbo/durable/flow-trial'
import { timestamp } from '@nimbo/kernel/clock'
import { insertAttachment, removeAttachmentsOf } from '../db/attachments.ts'
import { makeBackupFlow } from '../resources/backup/make-flow.ts'
import { moveAttachedVolumeFlow } from '../resources/volume/actions/move-attached-flow.ts'
import { uploadImageFlow } from '../resources/volume/actions/upload-flow.ts'
import { extendVolumeFlow } from './extend-volume.ts'
import type { FlowDeps } from './flow-deps.ts'
import { flowWorld, volumeId } from './flow-world.testing.ts'

const otherId = '99999999-9999-4999-8999-999999999999'
const host = 'one@fake'

const works = [
  {
    status: 'extending',
    flow: extendVolumeFlow,
    input: { volumeId, host, sizeGb: 3 },
  },
  {
    status: 'uploading',
    flow: uploadImageFlow,
    input: { volumeId, host, imageId: 'i' },
  },
  {
    status: 'backing-up',
    flow: makeBackupFlow,
    input: {
      ...{ backupId: otherId, parentId: null, volumeId, sizeGb: 2, volumeHost: host, backupHost: 'b' },
      ...{ copied: null, snapshotId: null },
    },
  },
  {
    status: 'retyping',
    flow: moveAttachedVolumeFlow,
    input: {
      ...{
        volumeId,
        replacementId: otherId,
        sizeGb: 2,
        zone: 'nova',
        extraSpecs: {},
        typeId: 't',
        from: host,
      },
      ...{ multiattach: false, status: 'in-use', mayMove: false, asked: 'type', ignoreHosts: [] },
    },
  },
] as const

/** The status of an attached volume after the work; `isDeleted`: the server is deleted before the work ends. */
const statusAfter = async <Input extends object>(
  { status, flow, input }: { readonly status: string } & Pick<FlowTrial<Input, FlowDeps>, 'flow' | 'input'>,
  how: { readonly isDeleted: boolean; readonly fails: boolean },
): Promise<string | undefined> => {
  let end: string | undefined
  let deleteServer = async (): Promise<void> => {}
  const trial: FlowTrial<Input, FlowDeps> = {
    ...{ flow, input, subject: volumeId },
    world: async (tools) => {
      const seen = ({ row }: { readonly row: { readonly status: string } | undefined }): void => {
        end = row?.status
      }
      const world = await flowWorld(
        { status, host: `${host}#fake`, stored: true },
        { whole: seen, clean: seen },
      )(tools)
      const { db } = world.deps
      const now = timestamp(tools.clock)
      await insertAttachment(db, {
        ...{ id: 'a', volume_id: volumeId, project_id: 'p', instance_uuid: 's', status: 'attached' },
        ...{ mode: 'rw', mountpoint: '/dev/vdb', host: 'h', connector: null, connection_info: null },
        ...{ attached_at: now, created_at: now, updated_at: now },
      })
      deleteServer = async () => void (await removeAttachmentsOf(db, volumeId))
      return world
    },
  }
  const injectFault = async ({ phase, when }: { readonly phase: string; readonly when: string }) => {
    if (when !== 'before') return
    if (phase === 'run' && how.fails) throw new Error('the work fails')
    if (how.isDeleted && phase.startsWith('on')) await deleteServer()
  }
  await runTrial(trial, { injectFault }, (state, world) => {
    assert.equal(state, how.fails ? 'failed' : 'done')
    return world.assertWhole()
  })
  return end
}

for (const work of works)
  test(`a volume is in-use after ${work.status} only if it is still attached, and otherwise available`, async () => {
    for (const fails of [false, true]) {
      // A failed extension ends in error_extending.
      if (fails && work.status === 'extending') continue
      assert.equal(await statusAfter<object>(work, { isDeleted: false, fails }), 'in-use')
      assert.equal(await statusAfter<object>(work, { isDeleted: true, fails }), 'available')
    }
  })
