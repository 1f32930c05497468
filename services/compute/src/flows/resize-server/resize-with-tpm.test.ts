import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Destination } from '@nimbo/contracts/compute-rpc/destination'
import { survivesCrashes, survivesRepeats, unwindsFromEveryStep } from '@nimbo/durable/test-aids'
import type { Clock } from '@nimbo/kernel/clock'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { type ResizedServer, resizedServer } from '../../../test/cloud/resized-server.ts'
import { ctx } from '../../../test/cloud/server-on-host.ts'
import type { EndResize, ResizeServer } from '../../domain/server-actions/operations.ts'
import { confirmResize } from '../confirm-resize/confirm-resize.ts'
import { revertResize } from '../revert-resize/revert-resize.ts'
import { resizeServer } from './resize-server.ts'

const none = {}
const tpm = { 'hw:tpm_version': '2.0' }
const older = { 'hw:tpm_version': '1.2' }

type Change = readonly [Readonly<Record<string, string>>, Readonly<Record<string, string>>]

const destinationOn = (host: string): Destination => ({
  ...{ host, node: host, nodeId: `node-of-${host}`, cellId: '', availabilityZone: 'nova' },
  allocations: { [`node-of-${host}`]: { resources: { VCPU: 2 } } },
})

/** The states of TPMs of one kind with which the server has been started, in the log of its domain. */
const statesOf = async (on: ResizedServer, host: string): Promise<readonly string[]> => {
  const driver = on.drivers[host === 'a' ? 0 : 1]
  assert.ok(driver)
  const log = await driver.consoles.consoleOutput(on.serverId, 100_000)
  return [...log.matchAll(/TPM (\S+ \S+) with state (\w+)/g)].map(([, kind, state]) => `${kind} ${state}`)
}

/** The server has the key of a TPM if `wanted`, and no two states of one kind, on the host where it is. */
const assertTpm = async (on: ResizedServer, host: string, wanted: boolean): Promise<void> => {
  assert.deepEqual(on.keys(), wanted ? [`vtpm-${on.serverId}`] : [])
  const states = new Set(await statesOf(on, host))
  const kinds = new Set([...states].map((state) => state.split(' ')[0]))
  assert.equal(states.size, kinds.size, [...states].join(', '))
}

const isSet = (specs: Change[number]): boolean => Object.keys(specs).length > 0

const resizeTrial = (change: Change, target: string) => {
  const input = {} as ResizeServer
  const serverId = newId<ServerId>()
  return {
    flow: resizeServer,
    ...{ input, subject: serverId, ctx },
    world: async ({ clock }: { readonly clock: Clock }) => {
      const on = await resizedServer({ clock, serverId, running: true, extraSpecs: change })
      Object.assign(input, on.resizing([destinationOn(target)]))
      return {
        db: on.cell as never,
        deps: on.deps,
        assertWhole: () => assertTpm(on, target, change.some(isSet)),
        assertClean: () => assertTpm(on, 'a', isSet(change[0])),
        close: on.close,
      }
    },
  }
}

const endTrial = (flow: typeof confirmResize | typeof revertResize, change: Change, target: string) => {
  const input = {} as EndResize
  const serverId = newId<ServerId>()
  const [end, left] = flow === confirmResize ? [target, change[1]] : ['a', change[0]]
  return {
    flow,
    ...{ input, subject: serverId, ctx },
    world: async ({ clock }: { readonly clock: Clock }) => {
      const on = await resizedServer({ clock, serverId, running: true, extraSpecs: change })
      await on.resizeTo(destinationOn(target))
      Object.assign(input, await on.ending(flow === confirmResize ? 'resize_confirming' : 'resize_reverting'))
      return {
        db: on.cell as never,
        deps: on.deps,
        assertWhole: () => assertTpm(on, end, isSet(left)),
        assertClean: async () => assert.ok(on.keys().length === 1 || !isSet(left)),
        close: on.close,
      }
    },
  }
}

const same: Change = [tpm, tpm]

for (const [title, change] of [
  ['that keeps the TPM of a server', same],
  ['by which a server gets a TPM', [none, tpm]],
  ['by which a server loses its TPM', [tpm, none]],
  ['by which a server gets a TPM of another version', [tpm, older]],
] as const) {
  for (const target of change === same ? ['a', 'b'] : ['b'])
    describe(`a resize on host ${target} ${title}`, () => {
      it('keeps the state, and the key as long as it is needed, when every step is repeated', () =>
        survivesRepeats(resizeTrial(change, target)))
      it('leaves neither on another host, nor a key, when any step fails', () =>
        unwindsFromEveryStep(resizeTrial(change, target)))
      it('does so after a crash at every moment', () => survivesCrashes(resizeTrial(change, target)))
      for (const flow of [confirmResize, revertResize]) {
        it(`ends right by ${flow.name} when every step is repeated`, () =>
          survivesRepeats(endTrial(flow, change, target)))
        it(`ends right by ${flow.name} after a crash at every moment`, () =>
          survivesCrashes(endTrial(flow, change, target)))
      }
    })
}
