import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AtThatMoment } from '@nimbo/compute/driver/copies-disks'
import { type Procedure, procedures } from '@nimbo/libvirt/procedures'
import { XdrReader } from '@nimbo/libvirt/xdr-reader'
import { XdrWriter } from '@nimbo/libvirt/xdr-writer'
import { blockCopy } from './block-copy.ts'
import { hostWithoutLibvirt } from './host-without-libvirt.testing.ts'
import { serverId } from './order.testing.ts'

const domain = { name: 'guest', uuid: serverId, id: 1 }
const whole = 10n

/** Copies a disk; of its ten parts `doneAt` says how many are done at each look, and between two looks pass 20 minutes. */
const copy = (
  doneAt: (look: number) => bigint,
  atThatMoment?: AtThatMoment,
  asked: string[] = [],
): Promise<void> => {
  let [now, looks] = [0, 0]
  const clock = {
    now: () => now,
    after: (_ms: number, callback: () => void) => {
      const timer = setImmediate(() => {
        now += 1_200_000
        callback()
      })
      return () => clearImmediate(timer)
    },
  }
  const session = {
    ...hostWithoutLibvirt('/nowhere', 'here').session,
    call: async <A, R>(procedure: Procedure<A, R>): Promise<R> => {
      const called: unknown = procedure
      const reply = new XdrWriter()
      const {
        domainGetBlockJobInfo: looking,
        domainBlockJobAbort: aborting,
        domainBlockCopy: copying,
      } = procedures
      if (called === copying) asked.push('copy')
      if (called === aborting) asked.push('end')
      if (called === looking) {
        looks += 1
        looking.result.write(reply, { found: 1, type: 2, bandwidth: 0n, done: doneAt(looks), whole })
      }
      return procedure.result.read(new XdrReader(reply.bytes()))
    },
  }
  const wanted = { domain, disk: 'vda', destination: '<disk/>', leaves: 'copy' } as const
  return blockCopy({ session, clock }, { ...wanted, ...(atThatMoment && { atThatMoment }) })
}

test('a copy of a large disk takes as long as it makes progress', async () => {
  await copy((look) => BigInt(look))
  await assert.rejects(
    copy(() => 3n),
    /vda was not copied: it makes no progress/,
  )
})

test('a copy shows the moment at which its mirror ends, and not one at which the guest was not ready for it', async () => {
  const asked: string[] = []
  const quietly: AtThatMoment = async (moment) => {
    asked.push('freeze')
    await moment()
    asked.push('thaw')
  }
  await copy((look) => BigInt(look), quietly, asked)
  assert.deepEqual(asked, ['end', 'copy', 'freeze', 'end', 'thaw'])

  const refused: string[] = []
  const refuses: AtThatMoment = () => Promise.reject(new Error('no agent'))
  await assert.rejects(
    copy((look) => BigInt(look), refuses, refused),
    /no agent/,
  )
  assert.deepEqual(refused, ['end', 'copy', 'end'])
})
