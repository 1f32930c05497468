import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Destination } from '@nimbo/contracts/compute-rpc/destination'
import {
  survivesCrashes,
  survivesOutages,
  survivesRepeats,
  unwindsFromEveryStep,
} from '@nimbo/durable/test-aids'
import type { Clock } from '@nimbo/kernel/clock'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { type ResizedServer, resizedServer } from '../../../test/cloud/resized-server.ts'
import { ctx } from '../../../test/cloud/server-on-host.ts'
import type { EndResize, ResizeServer } from '../../domain/server-actions/operations.ts'
import { confirmResize } from '../confirm-resize/confirm-resize.ts'
import { revertResize } from '../revert-resize/revert-resize.ts'
import { resizeServer } from './resize-server.ts'

type Hosts = 'another host' | 'the same host'

const destinationOn = (host: string): Destination => ({
  ...{ host, node: host, nodeId: `node-of-${host}`, cellId: '', availabilityZone: 'nova' },
  allocations: { [`node-of-${host}`]: { resources: { VCPU: 2 } } },
})

/** An empty input, which `world` fills in when it runs. */
const holder = <Input extends object>(): Input => ({}) as Input

const resizeTrial = (hosts: Hosts, running: boolean) => {
  const input = holder<ResizeServer>()
  const serverId = newId<ServerId>()
  return {
    flow: resizeServer,
    ...{ input, subject: serverId, ctx },
    world: async ({ clock }: { readonly clock: Clock }) => {
      const target = hosts === 'the same host' ? 'a' : 'b'
      const on = await resizedServer({ clock, serverId, running })
      Object.assign(input, on.resizing([destinationOn(target)]))
      return {
        db: on.cell as never,
        deps: on.deps,
        assertWhole: async () => {
          await on.assertIsOn(target, on.bigger, 'resized')
          assert.deepEqual(on.claims(), {
            [serverId]: { [`node-of-${target}`]: { resources: { VCPU: 2 } } },
            [on.migrationId]: on.oldClaim,
          })
          assert.deepEqual(await on.asides(), ['a'])
          assert.equal((await on.migration())?.status, 'finished')
          assert.deepEqual(await on.faults(), [])
        },
        assertClean: async () => {
          await on.assertIsOn('a', on.smaller, running ? 'active' : 'stopped')
          assert.deepEqual(on.claims(), { [serverId]: on.oldClaim })
          assert.deepEqual(await on.asides(), [])
          assert.equal((await on.migration())?.status, 'error')
          assert.equal((await on.faults()).length, 1)
        },
        close: on.close,
      }
    },
  }
}

/** Confirms or reverts the resize of a server, which waits for one of them. */
const endTrial = (
  flow: typeof confirmResize | typeof revertResize,
  hosts: Hosts,
  judge: {
    readonly whole: (on: ResizedServer, target: string) => Promise<void>
    readonly clean: (on: ResizedServer, target: string) => Promise<void>
  },
) => {
  const input = holder<EndResize>()
  const serverId = newId<ServerId>()
  return {
    flow,
    ...{ input, subject: serverId, ctx },
    world: async ({ clock }: { readonly clock: Clock }) => {
      const target = hosts === 'the same host' ? 'a' : 'b'
      const on = await resizedServer({ clock, serverId, running: true })
      await on.resizeTo(destinationOn(target))
      Object.assign(input, await on.ending(flow === confirmResize ? 'resize_confirming' : 'resize_reverting'))
      return {
        db: on.cell as never,
        deps: on.deps,
        assertWhole: () => judge.whole(on, target),
        assertClean: () => judge.clean(on, target),
        close: on.close,
      }
    },
  }
}

for (const hosts of ['another host', 'the same host'] as const) {
  describe(`the flow resize-server, to ${hosts}`, () => {
    it('survives the repetition of every step', () => survivesRepeats(resizeTrial(hosts, true)))
    it('leaves the server as it was when any step fails', () =>
      unwindsFromEveryStep(resizeTrial(hosts, true)))
    it('survives a crash at every moment', () => survivesCrashes(resizeTrial(hosts, true)))
    it('resizes a server that is off', () => survivesRepeats(resizeTrial(hosts, false)))
    it('waits for an unavailable service to come back', () => survivesOutages(resizeTrial(hosts, true)))
  })

  describe(`the flow confirm-resize, after a resize to ${hosts}`, () => {
    const trial = () =>
      endTrial(confirmResize, hosts, {
        whole: async (on, target) => {
          await on.assertIsOn(target, on.bigger, 'active')
          assert.deepEqual(Object.keys(on.claims()), [on.serverId])
          assert.deepEqual(await on.asides(), [])
          assert.equal((await on.migration())?.status, 'confirmed')
        },
        clean: async (on, target) => {
          await on.assertIsOn(target, on.bigger, 'resized')
          assert.equal((await on.migration())?.status, 'finished')
        },
      })
    it('survives the repetition of every step', () => survivesRepeats(trial()))
    it('leaves the server resized and unconfirmed when any step fails', () => unwindsFromEveryStep(trial()))
    it('survives a crash at every moment', () => survivesCrashes(trial()))
  })

  describe(`the flow revert-resize, after a resize to ${hosts}`, () => {
    const trial = () =>
      endTrial(revertResize, hosts, {
        whole: async (on) => {
          await on.assertIsOn('a', on.smaller, 'active')
          assert.deepEqual(on.claims(), { [on.serverId]: on.oldClaim })
          assert.deepEqual(await on.asides(), [])
          assert.equal((await on.migration())?.status, 'reverted')
        },
        clean: async (on) => {
          const { vmState, taskState } = (await on.server()) ?? {}
          assert.ok(vmState === 'resized' || vmState === 'error', `it is ${vmState}`)
          assert.equal(taskState, null)
        },
      })
    it('survives the repetition of every step', () => survivesRepeats(trial()))
    it('leaves the server resized and unconfirmed, or in ERROR, when any step fails', () =>
      unwindsFromEveryStep(trial()))
    it('survives a crash at every moment', () => survivesCrashes(trial()))
  })
}
