import { exact, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'

const text = Type.Optional(Type.String())
const texts = Type.Optional(Type.Array(Type.String()))
const Text = nullable(Type.String())

/** Parallel lists of fields, operators and values. */
const conditions = { 'q.field': texts, 'q.op': texts, 'q.value': texts, 'q.type': texts }
const listQuery = Type.Object({ ...conditions, limit: text })

const Sample = view({
  id: Type.String(),
  meter: Type.String(),
  type: Type.String(),
  unit: Type.String(),
  volume: Type.Number(),
  user_id: Text,
  project_id: Text,
  resource_id: Type.String(),
  timestamp: Type.String(),
  recorded_at: Type.String(),
  source: Type.String(),
  metadata: Type.Record(Type.String(), Type.Unknown()),
})
export type SampleView = Static<typeof Sample>

/** The older form of samples. */
const OldSample = view({
  message_id: Type.String(),
  counter_name: Type.String(),
  counter_type: Type.String(),
  counter_unit: Type.String(),
  counter_volume: Type.Number(),
  user_id: Text,
  project_id: Text,
  resource_id: Type.String(),
  timestamp: Type.String(),
  recorded_at: Type.String(),
  source: Type.String(),
  resource_metadata: Type.Record(Type.String(), Type.Unknown()),
})

const NewSample = Type.Object(
  {
    counter_name: Type.String(),
    counter_type: Type.Unsafe<'gauge' | 'delta' | 'cumulative'>({ enum: ['gauge', 'delta', 'cumulative'] }),
    counter_unit: Type.String(),
    counter_volume: Type.Number(),
    resource_id: Type.String({ minLength: 1 }),
    user_id: Type.Optional(Text),
    project_id: Type.Optional(Text),
    timestamp: text,
    source: text,
    message_id: text,
    recorded_at: text,
    resource_metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  exact,
)

const Resource = view({
  resource_id: Type.String(),
  project_id: Text,
  user_id: Text,
  source: Type.String(),
  first_sample_timestamp: Type.String(),
  last_sample_timestamp: Type.String(),
  metadata: Type.Record(Type.String(), Type.Unknown()),
  links: Type.Array(view({ rel: Type.String(), href: Type.String() })),
})

/** Statistics of a group and period. */
const Statistics = view({
  ...{ count: Type.Integer(), sum: Type.Number(), avg: Type.Number(), unit: Type.String() },
  ...{ min: Type.Number(), max: Type.Number() },
  ...{ duration: Type.Number(), duration_start: Type.String(), duration_end: Type.String() },
  ...{ period: Type.Integer(), period_start: Type.String(), period_end: Type.String() },
  /** The values of the group-by attributes. */
  groupby: nullable(Type.Record(Type.String(), Text)),
})

const Trait = view({ name: Type.String(), type: Type.String(), value: Type.String() })

const Event = view({
  message_id: Type.String(),
  event_type: Type.String(),
  generated: Type.String(),
  traits: Type.Array(Trait),
  raw: Type.Record(Type.String(), Type.Unknown()),
})

const Use = view({
  project_id: Text,
  /** `server`, `volume`, `floating_ip`, `traffic`. */
  kind: Type.String(),
  /** The flavor of servers, the type of volumes, the direction of traffic. */
  detail: Type.String(),
  unit: Type.String(),
  amount: Type.Number(),
})
export type UseView = Static<typeof Use>

export const listMeters = operation({
  id: 'meters.list',
  method: 'GET',
  path: '/v2/meters',
  summary: 'List meters, of each resource',
  rule: 'telemetry:get_meters',
  on,
  query: listQuery,
  replies: {
    200: Type.Array(
      view({
        ...{ meter_id: Type.String(), name: Type.String(), type: Type.String(), unit: Type.String() },
        ...{ resource_id: Type.String(), project_id: Text, user_id: Text, source: Type.String() },
      }),
    ),
  },
})

export const listMeterSamples = operation({
  id: 'meters.samples.list',
  method: 'GET',
  path: '/v2/meters/{meter_name}',
  summary: 'List samples of a meter, the latest first',
  rule: 'telemetry:get_samples',
  on,
  query: listQuery,
  replies: { 200: Type.Array(OldSample) },
})

export const createSamples = operation({
  id: 'meters.samples.create',
  method: 'POST',
  path: '/v2/meters/{meter_name}',
  summary: 'Post samples of a meter',
  rule: 'telemetry:create_samples',
  on,
  body: Type.Array(NewSample),
  replies: { 201: Type.Array(OldSample) },
  errors: ['Invalid'],
})

export const showStatistics = operation({
  id: 'meters.statistics',
  method: 'GET',
  path: '/v2/meters/{meter_name}/statistics',
  summary: 'Count, sum, least and most of a meter, by period and group',
  rule: 'telemetry:compute_statistics',
  on,
  query: Type.Object({ ...conditions, groupby: texts, period: text }),
  replies: { 200: Type.Array(Statistics) },
})

export const listSamples = operation({
  id: 'samples.list',
  method: 'GET',
  path: '/v2/samples',
  summary: 'List samples, the latest first',
  rule: 'telemetry:get_samples',
  on,
  query: listQuery,
  replies: { 200: Type.Array(Sample) },
})

export const showSample = operation({
  id: 'samples.show',
  method: 'GET',
  path: '/v2/samples/{sample_id}',
  summary: 'Show a sample',
  rule: 'telemetry:get_sample',
  on,
  replies: { 200: Sample },
  errors: ['NoSuchSample'],
})

export const querySamples = operation({
  id: 'samples.query',
  method: 'POST',
  path: '/v2/query/samples',
  summary: 'List the samples that a filter names',
  rule: 'telemetry:query_sample',
  on,
  body: Type.Object({ filter: text, orderby: text, limit: Type.Optional(Type.Integer({ minimum: 1 })) }),
  replies: { 200: Type.Array(Sample) },
  errors: ['Invalid'],
})

export const listResources = operation({
  id: 'resources.list',
  method: 'GET',
  path: '/v2/resources',
  summary: 'List what there are samples of',
  rule: 'telemetry:get_resources',
  on,
  query: Type.Object({ ...conditions, limit: text, meter_links: text }),
  replies: { 200: Type.Array(Resource) },
})

export const showResource = operation({
  id: 'resources.show',
  method: 'GET',
  path: '/v2/resources/{resource_id}',
  summary: 'Show what there are samples of',
  rule: 'telemetry:get_resource',
  on,
  replies: { 200: Resource },
  errors: ['NoSuchResource'],
})

export const listEventTypes = operation({
  id: 'event_types.list',
  method: 'GET',
  path: '/v2/event_types',
  summary: 'List types of events',
  rule: 'telemetry:events:index',
  on,
  replies: { 200: Type.Array(Type.String()) },
})

export const listTraits = operation({
  id: 'event_types.traits.list',
  method: 'GET',
  path: '/v2/event_types/{event_type}/traits',
  summary: 'List the traits that events of a type have',
  rule: 'telemetry:events:index',
  on,
  replies: { 200: Type.Array(view({ name: Type.String(), type: Type.String() })) },
})

export const listTraitValues = operation({
  id: 'event_types.traits.show',
  method: 'GET',
  path: '/v2/event_types/{event_type}/traits/{trait_name}',
  summary: 'List the values of a trait',
  rule: 'telemetry:events:index',
  on,
  replies: { 200: Type.Array(Trait) },
})

export const listEvents = operation({
  id: 'events.list',
  method: 'GET',
  path: '/v2/events',
  summary: 'List events, in the order they came',
  rule: 'telemetry:events:index',
  on,
  query: listQuery,
  replies: { 200: Type.Array(Event) },
})

export const showEvent = operation({
  id: 'events.show',
  method: 'GET',
  path: '/v2/events/{message_id}',
  summary: 'Show an event',
  rule: 'telemetry:events:show',
  on,
  replies: { 200: Event },
  errors: ['NoSuchEvent'],
})

export const showUsage = operation({
  id: 'usage.show',
  method: 'GET',
  path: '/v2/usage',
  summary:
    'Tell what projects used in a period: hours of servers by flavor, of volumes by GB, of floating IPs, traffic in GB',
  rule: 'telemetry:get_usage',
  on,
  mayAsk: ['telemetry:get_usage:all_projects'],
  query: Type.Object({ start: text, end: text, project_id: text, all_projects: text }),
  replies: { 200: view({ start: Type.String(), end: Type.String(), usage: Type.Array(Use) }) },
  errors: ['Invalid'],
})
