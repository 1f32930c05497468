import { listEvents, listResourceEvents, showEvent } from '@nimbo/contracts/orchestration/events'
import { pause } from '@nimbo/kernel/deadline'
import { CliError } from '../../cloud/cli-error.ts'
import { given, textAt } from '../../cloud/json-values.ts'
import { inOrchestration, performAll } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, one } from '../../grammar/command.ts'
import { shows } from '../../grammar/declared.ts'
import { flag, integer, list as listOption, text } from '../../grammar/option.ts'
import { listOf, type Row } from '../../output/result.ts'
import { eventLine, stackOfEvent } from './event-line.ts'
import { stackName, stackPath } from './stack-path.ts'
import { pairsIn } from './stack-request.ts'
import type { StackPath } from './stack-wait.ts'

const followMs = 5_000

interface Wanted {
  readonly path: StackPath
  readonly resource: string | undefined
  readonly query: Row
  readonly limit: number | undefined
}

const eventsOf = (session: Session, { path, resource, query, limit }: Wanted): Promise<readonly Row[]> =>
  resource === undefined
    ? performAll(session, inOrchestration(listEvents), { path, query }, limit)
    : performAll(
        session,
        inOrchestration(listResourceEvents),
        { path: { ...path, resource_name: resource }, query },
        limit,
      )

/** Prints new events of a stack until the user interrupts the command. */
const follow = async (session: Session, wanted: Wanted): Promise<never> => {
  let marker = wanted.query.marker
  for (;;) {
    const events = await eventsOf(session, { ...wanted, query: given({ ...wanted.query, marker }) })
    for (const event of events) session.streams.stdout.write(eventLine(event))
    marker = textAt(events.at(-1) ?? {}, 'id') || marker
    await pause(session.clock, followMs)
  }
}

/** Sorts events by keys such as `resource_name:desc`; a direction without a key sorts by time. */
const sortedBy = (events: readonly Row[], sorts: readonly string[]): readonly Row[] =>
  sorts.reduceRight((rows, sort) => {
    const [key, direction] = sort.split(':')
    const turn = direction === 'desc' ? -1 : 1
    const keyValue = (row: Row): string => textAt(row, key || 'event_time')
    return rows.toSorted((one, other) =>
      keyValue(one) === keyValue(other) ? 0 : keyValue(one) < keyValue(other) ? -turn : turn,
    )
  }, events)

const list = command({
  words: 'stack event list',
  summary: 'List events',
  calls: [inOrchestration(listEvents)],
  output: 'list',
  extraFormats: ['log'],
  defaultFormat: 'log',
  positionals: { stack: stackName },
  options: {
    resource: text('<resource>', 'Name of resource to show events for'),
    filter: listOption('<key=value>', 'Filter events by this attribute (repeatable)'),
    limit: integer('<limit>', 'Limit the number of events returned'),
    marker: text('<id>', 'Only return events that appear after the given ID'),
    nestedDepth: integer('<depth>', 'Depth of nested stacks from which to display events'),
    sort: listOption('<key>[:<direction>]', 'Sort output by selected keys and directions (repeatable)'),
    follow: flag('Print new events until the command is interrupted'),
  },
  run: async (session, { stack, resource, filter, limit, marker, nestedDepth, sort, follow: goesOn }) => {
    if (resource !== undefined && nestedDepth !== undefined)
      throw new CliError('--nested-depth cannot be specified with --resource')
    const query = given({ ...pairsIn(filter), sort_dir: 'asc', limit, marker, nested_depth: nestedDepth })
    const wanted = { path: await stackPath(session, stack), resource, query, limit }
    if (goesOn) return follow(session, wanted)
    const events = sortedBy(await eventsOf(session, wanted), sort)
    const columns = {
      ...{ resource_name: 'resource_name', id: 'id', resource_status: 'resource_status' },
      ...{ resource_status_reason: 'resource_status_reason', event_time: 'event_time' },
      physical_resource_id: 'physical_resource_id',
      ...(nestedDepth !== undefined && { stack_name: stackOfEvent }),
      logical_resource_id: 'logical_resource_id',
    }
    return { ...listOf(columns, events), drawings: { log: () => events.map(eventLine).join('') } }
  },
})

export const stackEventCommands = [
  list,
  shows({
    words: 'stack event show',
    summary: 'Show event details',
    ...{ service: 'orchestration', operation: showEvent },
    positionals: {
      stack: stackName,
      resource: one('<resource>', 'Name of the resource event belongs to'),
      event: one('<event>', 'ID of event to display details for'),
    },
    request: async ({ stack, resource: resource_name, event: event_id }, session) => ({
      path: { ...(await stackPath(session, stack)), resource_name, event_id },
    }),
  }),
]
