import { showScheduling } from '@nimbo/contracts/compute/explanations'
import { findId } from '../../cloud/find.ts'
import { isRow, rowAt, rowsAt, textAt } from '../../cloud/json-values.ts'
import { inCompute, perform } from '../../cloud/perform.ts'
import { command, one } from '../../grammar/command.ts'
import { listOf, type Row } from '../../output/result.ts'
import { serverKind } from './server-kind.ts'

/** A row of a scheduling decision: the filter or weigher, how many hosts were left, the host, and the outcome. */
const line = (decision: Row, by: string, left: unknown, host: string, outcome: string): Row => ({
  decided: decision.created_at,
  ...{ by, left, host, outcome },
})

/** Users see how many hosts a filter refused, administrators also which, and why. */
const filterLines = (decision: Row, outcome: Row): readonly Row[] => {
  const { left, refused } = outcome
  const filter = textAt(outcome, 'filter')
  const hosts = rowsAt(outcome, 'refused')
  if (hosts.length > 0)
    return hosts.map((host) =>
      line(decision, filter, left, textAt(host, 'node'), `refused: ${textAt(host, 'reason')}`),
    )
  return [
    line(decision, filter, left, '', typeof refused === 'number' && refused > 0 ? `refused ${refused}` : ''),
  ]
}

const weighed = (weights: Row): string =>
  Object.entries(weights)
    .map(([weigher, weight]) => `${weigher} ${String(weight)}`)
    .join(', ')

const linesOf = (decision: Row): readonly Row[] => {
  const chosen = isRow(decision.chosen) ? textAt(decision.chosen, 'node') : undefined
  const lost = Array.isArray(decision.lostRaces) ? decision.lostRaces : []
  return [
    line(decision, 'Placement', decision.candidates, '', 'offered'),
    ...rowsAt(decision, 'filters').flatMap((filter) => filterLines(decision, filter)),
    ...rowsAt(decision, 'weighed').map((host) =>
      line(decision, 'Weighers', '', textAt(host, 'node'), weighed(rowAt(host, 'weights'))),
    ),
    ...lost.map((node) => line(decision, 'Claim', '', String(node), 'was given to another server meanwhile')),
    ...(chosen === undefined ? [] : [line(decision, 'Claim', '', chosen, 'chosen')]),
  ]
}

export const serverSchedulingCommands = [
  command({
    words: 'server scheduling',
    summary: 'Explain how a server was scheduled: the result of each filter and weigher per host',
    output: 'list',
    positionals: { server: one('<server>', 'Server (name or ID)') },
    run: async (session, { server }) => {
      const id = await findId(session, serverKind, server)
      const reply = await perform(session, inCompute(showScheduling), { path: { server_id: id } })
      const lines = rowsAt(reply, 'scheduling').flatMap(linesOf)
      return listOf({ By: 'by', Left: 'left', Host: 'host', Outcome: 'outcome' }, lines, {
        Decided: 'decided',
      })
    },
  }),
]
