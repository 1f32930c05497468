import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PowerState, powerStates } from '@nimbo/compute/driver/hypervisor'
import { type Procedure, procedures } from '@nimbo/libvirt/procedures'
import { encode } from '@nimbo/libvirt/xdr'
import { hostWithoutLibvirt } from './host-without-libvirt.testing.ts'
import { serverId } from './order.testing.ts'
import { quiescesGuests } from './quiesces-guests.ts'

const domain = { name: 'guest', uuid: serverId, id: 1 }

/** What a guest in a power state, or one that is gone, is asked: the numbers of the procedures, and their arguments. */
const guest = (power: PowerState | undefined) => {
  const asked: (readonly [number, string])[] = []
  const { session, domains } = hostWithoutLibvirt('/nowhere', 'here')
  const call = async <A, R>(procedure: Procedure<A, R>, args: A): Promise<R> => {
    asked.push([procedure.number, encode(procedure.arguments, args).toString('hex')])
    return { fileSystems: 1 } as R
  }
  const found = power === undefined ? undefined : domain
  const deps = {
    session: { ...session, call },
    domains: {
      ...domains,
      find: async () => found,
      get: async () => domain,
      power: async () => power ?? powerStates.noState,
    },
  }
  return { asked, quiesces: quiescesGuests(deps) }
}

/** The domain, no mount points, no flags. */
const all = [
  ...['00000005', Buffer.from('guest\0\0\0').toString('hex')],
  ...[serverId.replaceAll('-', ''), '00000001', '00000000', '00000000'],
].join('')

test('all file systems of a guest are frozen and thawed through its agent', async () => {
  const { asked, quiesces } = guest(powerStates.running)
  await quiesces.freeze(serverId)
  await quiesces.thaw(serverId)
  assert.deepEqual(asked, [
    [335, all],
    [336, all],
  ])
  assert.deepEqual(
    [procedures.domainFsFreeze.number, procedures.domainFsThaw.number],
    asked.map(([number]) => number),
  )
})

test('a guest that is off or gone has nothing to thaw', async () => {
  for (const power of [powerStates.shutdown, undefined]) {
    const { asked, quiesces } = guest(power)
    await quiesces.thaw(serverId)
    assert.deepEqual(asked, [])
  }
})
