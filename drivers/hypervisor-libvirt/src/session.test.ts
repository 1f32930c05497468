import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import { fakeServer, replyTo } from '@nimbo/libvirt/fake-server.testing'
import type { Packet } from '@nimbo/libvirt/packet'
import { procedures } from '@nimbo/libvirt/procedures'
import { encode } from '@nimbo/libvirt/xdr'
import { libvirtSession } from './session.ts'

/** The replies of a libvirtd that a client without keepalive connects to. */
const answer = (call: Packet): readonly Packet[] => {
  switch (call.procedure) {
    case procedures.authList.number:
      return [replyTo(call, encode(procedures.authList.result, { types: [] }))]
    case procedures.connectSupportsFeature.number:
      return [replyTo(call, encode(procedures.connectSupportsFeature.result, { supported: 0 }))]
    case procedures.connectGetHostname.number:
      return [replyTo(call, encode(procedures.connectGetHostname.result, { hostname: 'compute-1' }))]
    default:
      return [replyTo(call)]
  }
}

test('a connection that cannot be prepared is closed before the next one is opened', {
  timeout: 20_000,
}, async () => {
  await using server = await fakeServer(answer)
  let connections = 0
  const session = libvirtSession({
    ...{ socketPath: server.socketPath, uri: 'qemu:///system', clock: systemClock, log: silentLog },
    onUnreachable: (reason) => assert.fail(`libvirtd is there: ${reason}`),
    onConnected: async () => {
      connections += 1
      if (connections === 1) throw new Error('no events today')
    },
  })
  const hostname = () => session.call(procedures.connectGetHostname, undefined)
  await assert.rejects(hostname(), /no events today/)
  const closing = () =>
    server.received.filter(({ procedure }) => procedure === procedures.connectClose.number)
  assert.equal(closing().length, 1)
  assert.deepEqual(await hostname(), { hostname: 'compute-1' })
  await session.close()
  assert.equal(closing().length, 2)
})

test('each attempt that finds no libvirtd is told, and none once the session is closed', async () => {
  const reasons: unknown[] = []
  const session = libvirtSession({
    ...{ socketPath: '/nowhere/libvirt-sock', uri: 'qemu:///system', clock: systemClock, log: silentLog },
    onUnreachable: (reason) => void reasons.push(reason),
    onConnected: async () => {},
  })
  await assert.rejects(session.connection(), /ENOENT/)
  await assert.rejects(session.call(procedures.connectGetHostname, undefined), /ENOENT/)
  assert.deepEqual(
    reasons.map((reason) => /ENOENT/.test(String(reason))),
    [true, true],
  )
  await session.close()
  await assert.rejects(session.connection(), /closed/)
  assert.equal(reasons.length, 2)
})
