import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DiskConnection, powerStates } from '@nimbo/compute/driver/hypervisor'
import type { Clock } from '@nimbo/kernel/clock'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { decodeError, errorBody, errorCodes } from '@nimbo/libvirt/errors'
import { type Procedure, procedures } from '@nimbo/libvirt/procedures'
import { encode } from '@nimbo/libvirt/xdr'
import type { Domains } from './domains.ts'
import { extendVolume } from './extend-volume.ts'
import type { Session } from './session.ts'

const gibibyte = 1024 ** 3
const domain = { name: 'guest', uuid: '6695eb01-f6a4-8304-79aa-97f2502e193f', id: 1 }
const volume: DiskConnection = {
  ...{ volumeId: 'a-volume', attachmentId: 'an-attachment', device: '/dev/vdb', readOnly: false },
  connection: { type: 'nbd', socket: '/run/nbd.sock', exportName: 'a-volume' },
}

const cannotGrow = decodeError(
  encode(errorBody, {
    ...{ code: errorCodes.internalError, domain: 10, level: 2, dom: domain, int1: 0, int2: 0, net: null },
    ...{ message: 'Cannot grow NBD nodes', str1: null, str2: null, str3: null },
  }),
)

/** A clock that advances at once by each pause. */
const passingClock = (): Clock => {
  let now = 0
  return {
    now: () => now,
    after: (ms, callback) => {
      now += ms
      queueMicrotask(callback)
      return () => {}
    },
  }
}

/** A guest whose NBD client is connected again from its `reads`th read on; before, the disk cannot be resized. */
const guest = (reads: number) => {
  const asked: string[] = []
  const answer = (procedure: unknown): unknown => {
    if (procedure === procedures.qemuMonitorCommand) {
      asked.push('read')
      return { result: '{}' }
    }
    assert.equal(procedure, procedures.domainBlockResize)
    asked.push('resize')
    if (asked.filter((one) => one === 'read').length < reads) throw cannotGrow
    return undefined
  }
  const session: Session = {
    connection: () => Promise.reject(new Error('extendVolume only makes calls')),
    call: async <A, R>(procedure: Procedure<A, R>) => answer(procedure) as R,
    close: async () => {},
  }
  const domains: Domains = {
    find: async () => domain,
    get: async () => domain,
    power: async () => powerStates.running,
    reaches: async () => true,
    xml: async () => `<domain><devices><disk><target dev='vdb'/></disk></devices></domain>`,
    list: async () => [],
  }
  return { asked, deps: { session, domains, clock: passingClock() } }
}

const id = newId<ServerId>()

test('extending an NBD disk reads and retries until its client is connected again', async () => {
  const { asked, deps } = guest(3)
  await extendVolume(deps)(id, volume, 2 * gibibyte)
  assert.deepEqual(asked, ['read', 'resize', 'read', 'resize', 'read', 'resize'])
})

test('extending an NBD disk fails in the end if its client never connects again', async () => {
  const { deps } = guest(Number.POSITIVE_INFINITY)
  await assert.rejects(extendVolume(deps)(id, volume, 2 * gibibyte), /Cannot grow NBD nodes/)
})
