import { showFlow } from '@nimbo/contracts/compute/explanations'
import { findId } from '../../cloud/find.ts'
import { textAt } from '../../cloud/json-values.ts'
import { inCompute, performAll } from '../../cloud/perform.ts'
import { command, one } from '../../grammar/command.ts'
import { Formatted, listOf, type Row } from '../../output/result.ts'
import { flowDiagram } from './flow-diagram.ts'
import { serverKind } from './server-kind.ts'

const milliseconds = (value: unknown): string => (typeof value === 'number' ? `${value.toFixed(1)} ms` : '')

/** Formats the start of a step relative to the start of the first. */
const since =
  (origin: number) =>
  (step: Row): Formatted => {
    const at = Date.parse(textAt(step, 'started_at'))
    return new Formatted(step.started_at, `+${milliseconds(at - origin)}`, true)
  }

const flow = (words: string) =>
  command({
    words,
    summary: 'Show the recorded steps of the build of a server, with their durations',
    output: 'list',
    extraFormats: ['mermaid'],
    positionals: { server: one('<server>', 'Server (name or ID)') },
    run: async (session, { server }) => {
      const id = await findId(session, serverKind, server)
      const steps = await performAll(session, inCompute(showFlow), { path: { server_id: id } })
      const origin = Math.min(...steps.map((step) => Date.parse(textAt(step, 'started_at'))))
      const table = listOf(
        {
          Line: (step) => step.line ?? '',
          Step: 'name',
          From: (step) => step.from ?? '',
          To: (step) => step.to ?? '',
          How: (step) => step.how ?? '',
          Started: since(origin),
          Took: (step) => new Formatted(step.duration_ms, milliseconds(step.duration_ms), true),
          Status: 'status',
        },
        steps,
        { Service: 'service', Attributes: 'attributes' },
      )
      return { ...table, drawings: { mermaid: () => flowDiagram(steps) } }
    },
  })

export const serverFlowCommands = [flow('server flow')]

/** The command also exists under the short name `flow`. */
export const flowCommands = [flow('flow')]
