import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Port } from '@nimbo/clients/network'
import { manualClock } from '@nimbo/durable/manual-clock'
import { internalContext } from '@nimbo/kernel/context'
import { silentLog } from '@nimbo/kernel/log'
import { samplePort } from '../hosted-server.testing.ts'
import { portEvents } from './port-events.ts'
import { waitForPorts } from './wait-for-ports.ts'

const never = new AbortController().signal
const plugged = samplePort()
const { id } = plugged.port

/** A host that waits for one port, whose status is the one given when the network service is asked. */
const waiting = (status: Port['status']) => {
  const clock = manualClock()
  const events = portEvents(clock)
  const heard = events.listen()
  let looks = 0
  const network = {
    ports: async () => {
      looks += 1
      return [{ ...plugged.port, status }]
    },
  }
  const options = { vif_plugging_timeout: 300, vif_plugging_is_fatal: true }
  const ports = [{ ...plugged, port: { ...plugged.port, status: 'DOWN' as const } }]
  const wait = () =>
    waitForPorts({ network, options, log: silentLog })(
      internalContext(),
      { serverId: 'server', ports, heard },
      never,
    )
  return { clock, events, wait, looks: () => looks }
}

describe('a host that waits for ports', () => {
  it('does not ask the network service if the event came before or during the wait', async () => {
    const before = waiting('DOWN')
    before.events.happened(id, 'completed')
    await before.wait()
    const since = waiting('DOWN')
    const up = since.wait()
    since.events.happened(id, 'completed')
    await up
    assert.deepEqual([before.looks(), since.looks()], [0, 0])
  })

  it('asks the network service once if no event came for a while, as it may be lost', async () => {
    const { clock, wait, looks } = waiting('ACTIVE')
    const up = wait()
    clock.advance(1_000)
    await up
    assert.equal(looks(), 1)
  })

  it('fails when the port is still down after vif_plugging_timeout', async () => {
    const { clock, wait } = waiting('DOWN')
    const gaveUp = assert.rejects(wait(), { code: 'VirtualInterfaceCreateFailed' })
    clock.advance(1_000)
    await new Promise(setImmediate)
    clock.advance(299_000)
    await gaveUp
  })
})
