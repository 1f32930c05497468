import {
  listEventTypes,
  listEvents,
  listTraits,
  listTraitValues,
  showEvent,
} from '@nimbo/contracts/telemetry/metering/metering'
import { given, rowsAt, textAt } from '../../cloud/json-values.ts'
import { one } from '../../grammar/command.ts'
import { lists, shows } from '../../grammar/declared.ts'
import { flag, integer, list, requiredText } from '../../grammar/option.ts'
import { Formatted, type Row } from '../../output/result.ts'
import { conditionsIn } from './event-query.ts'

const service = 'metering'

/** `name: value`, one per line. */
const traitsCell = ({ traits }: Row) =>
  new Formatted(
    traits ?? [],
    rowsAt({ traits }, 'traits')
      .map((trait) => `${textAt(trait, 'name')}: ${textAt(trait, 'value')}`)
      .join('\n'),
  )

/** The query parameters for the conditions. */
const filtered = (words: readonly string[]) => {
  const conditions = words.flatMap(conditionsIn)
  if (conditions.length === 0) return {}
  return {
    'q.field': conditions.map(({ field }) => field),
    'q.op': conditions.map(({ op }) => op),
    'q.value': conditions.map(({ value }) => value),
    'q.type': conditions.map(({ type }) => type),
  }
}

const type = requiredText('<EVENT_TYPE>', 'Type of the events')

export const eventCommands = [
  lists({
    words: 'event list',
    summary: 'List events',
    ...{ service, operation: listEvents },
    options: {
      filter: list('<KEY1=VALUE1;KEY2=VALUE2...>', 'Filter by event type, time and traits (repeatable)'),
      limit: integer('<LIMIT>', 'Maximum number of events to return'),
      noTraits: flag('Do not show the traits'),
    },
    request: ({ filter, limit }) => ({
      query: given({ ...filtered(filter), limit: limit === undefined ? undefined : String(limit) }),
    }),
    columns: ({ noTraits }) => ({
      ...{ event_type: 'event_type', generated: 'generated', message_id: 'message_id' },
      ...(!noTraits && { traits: traitsCell }),
    }),
  }),
  shows({
    words: 'event show',
    summary: 'Show an event',
    ...{ service, operation: showEvent },
    positionals: { event: one('<ID>', 'ID of an event') },
    request: ({ event: message_id }) => ({ path: { message_id } }),
    thing: (reply) => reply,
    columns: {
      ...{ event_type: 'event_type', generated: 'generated', message_id: 'message_id' },
      ...{ traits: traitsCell, raw: ({ raw }) => new Formatted(raw ?? {}, JSON.stringify(raw ?? {})) },
    },
  }),
  lists({
    words: 'event type list',
    summary: 'List types of events',
    ...{ service, operation: listEventTypes },
    columns: { 'Event Type': 'name' },
  }),
  lists({
    words: 'event trait list',
    summary: 'List the values that a trait has in events of a type',
    ...{ service, operation: listTraitValues },
    options: { type, traitName: requiredText('<TRAIT_NAME>', 'Name of the trait') },
    request: ({ type: event_type, traitName: trait_name }) => ({ path: { event_type, trait_name } }),
    columns: { name: 'name', type: 'type', value: 'value' },
  }),
  lists({
    words: 'event trait-description list',
    summary: 'List the traits that events of a type have',
    ...{ service, operation: listTraits },
    options: { type },
    request: ({ type: event_type }) => ({ path: { event_type } }),
    columns: { name: 'name', type: 'type' },
  }),
]
