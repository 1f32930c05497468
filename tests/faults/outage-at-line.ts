import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Reached } from '@nimbo/testkit/crash-plan'
import { askWatched, serversNamed } from './asking.ts'
import type { FaultCase } from './fault-case.ts'
import type { DistributedFaultCloud, FaultCloud } from './fault-cloud.ts'
import { orderOf } from './setup.ts'
import { assertCountsAsDown, hostOf, lineOf } from './line-of.ts'
import { deleteWhole, nothingHeld, wholeOrClean } from './settling.ts'

const reachedWithinMs = 30_000
/** Long enough for calls in progress to fail. */
const awayMs = 3_000
const cutOffMs = 30_000
const brieflyMs = 5_000
/** Longer than the time without a report after which a host counts as down. */
const standsStillMs = 18_000
/** Longer than the lease of a flow, so that another conductor takes it up. */
const leaseLapsedMs = 9_000

/** An outage that `begin` starts when a build reaches a line, and `end` ends after `ms`. */
interface Outage {
  readonly fault: string
  readonly ms: number
  /** Whether the process held at the line continues during the outage, or only after it. */
  readonly goesOn: 'meanwhile' | 'afterwards'
  begin(cloud: DistributedFaultCloud, reached: Reached): Promise<void>
  end(cloud: DistributedFaultCloud, reached: Reached): Promise<void>
}

const brokerRestarted: Outage = {
  ...{ fault: 'broker away', ms: awayMs, goesOn: 'meanwhile' },
  begin: ({ processes }) => processes.rabbitmq.halt(),
  end: ({ processes }) => processes.rabbitmq.start(),
}

const databaseRestarted: Outage = {
  ...{ fault: 'database away', ms: awayMs, goesOn: 'meanwhile' },
  begin: ({ processes }) => processes.postgresql.crash(),
  end: ({ processes }) => processes.postgresql.start(),
}

const frozen = {
  goesOn: 'afterwards',
  begin: async (_cloud: FaultCloud, { pid }: Reached) => void process.kill(pid, 'SIGSTOP'),
  end: async (_cloud: FaultCloud, { pid }: Reached) => void process.kill(pid, 'SIGCONT'),
} as const

const cut = {
  goesOn: 'meanwhile',
  begin: async (cloud: FaultCloud, reached: Reached) => lineOf(cloud, reached).cut(),
} as const

/**
 * The host keeps working but can neither send nor receive messages until its connection to the brokers is restored. By then it counts
 * as down, and both ends have given up the connections.
 */
const hostCutOff: Outage = {
  ...{ fault: 'host cut off', ms: cutOffMs, ...cut },
  end: async (cloud, reached) => {
    await assertCountsAsDown(cloud, reached)
    lineOf(cloud, reached).mend()
  },
}

/** Too short to be noticed: the messages of that time are delivered late, all at once. */
const hostCutOffBriefly: Outage = {
  ...{ fault: 'host cut off briefly', ms: brieflyMs, ...cut },
  end: async (cloud, reached) => lineOf(cloud, reached).mend(),
}

/** The host is stopped in the middle of its work until it counts as down, and then continues where it was. */
const hostStandsStill: Outage = {
  ...{ fault: 'host stands still', ms: standsStillMs, ...frozen },
  end: async (cloud, reached) => {
    await assertCountsAsDown(cloud, reached)
    await frozen.end(cloud, reached)
  },
}

/** The conductor that runs the flow is stopped until another has taken the flow up, and then continues as if it still owned it. */
const twoConductors: Outage = { fault: 'two conductors', ms: leaseLapsedMs, ...frozen }

const isDistributed = (cloud: FaultCloud): cloud is DistributedFaultCloud => cloud.processes !== undefined

const outageAtLine =
  (outage: Outage) =>
  (line: number, volume: boolean): FaultCase => ({
    ...{ fault: outage.fault, line, moment: 'before', volume },
    run: async (cloud, setup) => {
      assert.ok(isDistributed(cloud), 'an outage needs the distributed shape')
      const name = `${outage.fault.replaceAll(' ', '-')}-${line}`
      const order = orderOf(setup, name, { volume })
      const { point, answer } = await askWatched(
        cloud.crashPoints,
        { line, moment: 'before', act: 'hold' },
        (headers) => cloud.admin.compute.post('/servers', { server: order }, headers),
      )
      const reached = await point.reached(reachedWithinMs)
      await outage.begin(cloud, reached)
      if (outage.goesOn === 'meanwhile') await point.release()
      await pause(outage.ms)
      await outage.end(cloud, reached)
      await point.release()
      const accepted = (await answer)?.status === 202
      await cloud.recovered()
      const [id, ...others] = await serversNamed(cloud.admin, name)
      assert.deepEqual(others, [], 'one request makes one server')
      if (id === undefined) {
        assert.ok(!accepted, 'a request that was accepted is lost')
        await nothingHeld(cloud)
        return 'refused, clean'
      }
      const { status, 'OS-EXT-SRV-ATTR:host': host } = await wholeOrClean(cloud, id, { volume })
      await deleteWhole(cloud, id)
      if (status !== 'ACTIVE') return 'ERROR, clean'
      return host === (hostOf(cloud, reached) ?? host) ? 'ACTIVE' : 'ACTIVE elsewhere'
    },
  })

export const brokerAwayAtLine = outageAtLine(brokerRestarted)
export const databaseAwayAtLine = outageAtLine(databaseRestarted)
export const hostCutOffAtLine = outageAtLine(hostCutOff)
export const hostCutOffBrieflyAtLine = outageAtLine(hostCutOffBriefly)
export const hostStandsStillAtLine = outageAtLine(hostStandsStill)
export const twoConductorsAtLine = outageAtLine(twoConductors)
