import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Drivers } from '@nimbo/cloud/drivers'
import type { StateDirectory } from '@nimbo/cloud/state-directory'
import { fakeDrivers } from '@nimbo/cloud/up/fake-drivers'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

type Agent = 'L2' | 'L3'

/** Drivers that record which network agent closed its host; the agent `failing` fails to. */
const drivers =
  (failing: Agent, closed: Agent[]) =>
  async (state: StateDirectory): Promise<Drivers> => {
    const fakes = await fakeDrivers({ state, clock: systemClock, log: silentLog }, 1)
    const { network } = fakes
    const noting = <Host extends { close(): Promise<void> }>(agent: Agent, host: Host): Host => ({
      ...host,
      close: async () => {
        closed.push(agent)
        await host.close()
        if (agent === failing) throw new Error(`the ${agent} agent does not let go`)
      },
    })
    const { openRouters } = network
    assert.ok(openRouters)
    return {
      ...fakes,
      network: {
        ...network,
        open: async (host) => noting('L2', await network.open(host)),
        openRouters: async (host) => noting('L3', await openRouters(host)),
      },
    }
  }

for (const failing of ['L2', 'L3'] as const)
  test(`a cloud whose ${failing} agent fails to stop reports that, and stops its other parts`, async () => {
    const closed: Agent[] = []
    const cloud = await startTestCloud({ drivers: drivers(failing, closed) })
    await assert.rejects(cloud.stop(), ({ errors }: AggregateError) => {
      assert.match(String(errors), /does not let go/)
      return true
    })
    assert.deepEqual(closed.toSorted(), ['L2', 'L3'])
  })
