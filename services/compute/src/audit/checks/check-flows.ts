import type { Finding } from '../finding.ts'
import type { SeenFlow, SeenServer } from '../picture.ts'
import type { Check } from './check.ts'

/** A flow that has been due for this many milliseconds without a worker is stuck. */
const stuckAfterMs = 60_000
/** This many milliseconds after its deadline a flow must have started to roll back. */
const overdueAfterMs = 60_000

const unfinishedServer = ({ id, cellId, host, vmState, taskState }: SeenServer): Finding | undefined => {
  const about = {
    ...{ resource: { type: 'server', id }, serverId: id, cellId },
    ...(host === null ? {} : { host }),
  }
  if (taskState === 'deleting')
    return {
      ...about,
      kind: 'server-deleting-without-flow',
      problem: `Server ${id} is being deleted, and nothing is at work on it.`,
    }
  if (vmState === 'building')
    return {
      ...about,
      kind: 'server-building-without-flow',
      problem: `Server ${id} is being built, and nothing is at work on it.`,
    }
  if (taskState !== null)
    return {
      ...about,
      kind: 'task-without-flow',
      problem: `Server ${id} is ${taskState}, and nothing is at work on it.`,
    }
  return undefined
}

/** Servers and build requests with a task but without a flow. */
const abandoned: Check = (census) => [
  ...census.servers
    .filter((server) => census.server(server.id) === server && !census.busy(server.id))
    .flatMap((server) => unfinishedServer(server) ?? []),
  ...census.buildRequests
    .filter((id) => !census.busy(id))
    .map(
      (id): Finding => ({
        kind: 'build-request-without-flow',
        resource: { type: 'build-request', id },
        serverId: id,
        problem: `Server ${id} waits to be built, and nothing is at work on it.`,
      }),
    ),
]

const troubleOf = (flow: SeenFlow, now: number): Pick<Finding, 'kind' | 'problem'> | undefined => {
  const { id, name, subject, state } = flow
  const called = `Flow ${id} (${name} of server ${subject})`
  const held = flow.leaseExpiresAt !== null && Date.parse(flow.leaseExpiresAt) > now
  if (state !== 'unwinding' && Date.parse(flow.deadlineAt) + overdueAfterMs < now)
    return { kind: 'flow-overdue', problem: `${called} is past its deadline of ${flow.deadlineAt}.` }
  // A lease may belong to a worker that just died; no other worker may take the flow before it expires.
  const free =
    flow.leaseExpiresAt !== null && flow.leaseExpiresAt > flow.wakeAt ? flow.leaseExpiresAt : flow.wakeAt
  if (!held && Date.parse(free) + stuckAfterMs < now)
    return { kind: 'flow-stuck', problem: `${called} could go on since ${free}, and nobody does.` }
  if (!held && Date.parse(flow.wakeAt) > Date.parse(flow.deadlineAt) + overdueAfterMs)
    return { kind: 'flow-stuck', problem: `${called} sleeps until ${flow.wakeAt}, past its deadline.` }
  return undefined
}

/**
 * The flow has a worker, or is due soon enough: for example a deletion that waits for a build finds the server gone at
 * its next look, and ends.
 */
const looksAgainSoon = ({ leaseExpiresAt, wakeAt }: SeenFlow, now: number): boolean =>
  leaseExpiresAt !== null || Date.parse(wakeAt) <= now + stuckAfterMs

const troubledFlows: Check = (census) =>
  census.flows.flatMap((flow): Finding[] => {
    const about = {
      resource: { type: 'flow', id: flow.id },
      serverId: flow.subject,
      ...(flow.cellId === null ? {} : { cellId: flow.cellId }),
    }
    const trouble = troubleOf(flow, census.takenAt)
    if (trouble !== undefined) return [{ ...about, ...trouble }]
    if (census.standing(flow.subject) !== 'gone' || looksAgainSoon(flow, census.takenAt)) return []
    const problem = `Flow ${flow.id} (${flow.name}) works on server ${flow.subject}, and there is no such server.`
    return [{ ...about, kind: 'flow-without-server', problem }]
  })

/** Tasks without a flow, and flows without a task. */
export const checkFlows: Check = (census) => [...abandoned(census), ...troubledFlows(census)]
