import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Procedure, procedures } from '@nimbo/libvirt/procedures'
import { XdrReader } from '@nimbo/libvirt/xdr-reader'
import { XdrWriter } from '@nimbo/libvirt/xdr-writer'
import { blockCopy } from './block-copy.ts'
import { hostWithoutLibvirt } from './host-without-libvirt.testing.ts'
import { serverId } from './order.testing.ts'

const domain = { name: 'guest', uuid: serverId, id: 1 }
const whole = 10n

/** Copies a disk; of its ten parts `doneAt` says how many are done at each look, and between two looks pass 20 minutes. */
const copy = (doneAt: (look: number) => bigint): Promise<void> => {
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
      const { domainGetBlockJobInfo: looking } = procedures
      if (called === looking) {
        looks += 1
        looking.result.write(reply, { found: 1, type: 2, bandwidth: 0n, done: doneAt(looks), whole })
      }
      return procedure.result.read(new XdrReader(reply.bytes()))
    },
  }
  return blockCopy({ session, clock }, { domain, disk: 'vda', destination: '<disk/>', leaves: 'copy' })
}

test('a copy of a large disk takes as long as it makes progress', async () => {
  await copy((look) => BigInt(look))
  await assert.rejects(
    copy(() => 3n),
    /vda was not copied: it makes no progress/,
  )
})
