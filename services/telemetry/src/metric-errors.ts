import { defineErrors, fault } from '@nimbo/kernel/errors'

/** The errors of the metrics service; clients match their messages. */
export const errors = defineErrors({
  NoSuchMetric: fault<{ metric: string }>('notFound', ({ metric }) => `Metric ${metric} does not exist`),
  NoSuchResource: fault<{ resource: string }>(
    'notFound',
    ({ resource }) => `Resource ${resource} does not exist`,
  ),
  NoSuchResourceType: fault<{ name: string }>(
    'notFound',
    ({ name }) => `Resource type ${name} does not exist`,
  ),
  NoSuchArchivePolicy: fault<{ name: string }>(
    'notFound',
    ({ name }) => `Archive policy ${name} does not exist`,
  ),
  NoSuchRule: fault<{ name: string }>('notFound', ({ name }) => `Archive policy rule ${name} does not exist`),
  UnknownArchivePolicy: fault<{ name: string }>(
    'badRequest',
    ({ name }) => `Archive policy ${name} does not exist`,
  ),
  NoPolicyFits: fault<{ name: string }>(
    'badRequest',
    ({ name }) =>
      `No archive policy name specified and no archive policy rule found matching the metric name ${name}`,
  ),
  ArchivePolicyExists: fault<{ name: string }>(
    'conflict',
    ({ name }) => `Archive policy ${name} already exists`,
  ),
  RuleExists: fault<{ name: string }>('conflict', ({ name }) => `Archive policy rule ${name} already exists`),
  ResourceExists: fault<{ resource: string }>(
    'conflict',
    ({ resource }) => `Resource ${resource} already exists`,
  ),
  ResourceTypeExists: fault<{ name: string }>(
    'conflict',
    ({ name }) => `Resource type ${name} already exists`,
  ),
  NamedMetricExists: fault<{ name: string }>('conflict', ({ name }) => `Named metric ${name} already exists`),
  MetricExists: fault<{ name: string }>('badRequest', ({ name }) => `Named metric ${name} already exists`),
  ArchivePolicyInUse: fault<{ name: string }>(
    'badRequest',
    ({ name }) => `Archive policy ${name} is still in use`,
  ),
  UnsupportedArchivePolicyChange: fault<{ name: string; reason: string }>(
    'badRequest',
    ({ name, reason }) => `Archive policy ${name} does not support change: ${reason}`,
  ),
  ResourceTypeInUse: fault<{ name: string }>(
    'badRequest',
    ({ name }) => `Resource type ${name} is still in use`,
  ),
  PreconditionFailed: fault(
    'preconditionFailed',
    'The server could not comply with the request since the resource is in another state.',
  ),
  AggregationNotKept: fault<{ metric: string; aggregation: string }>(
    'notFound',
    ({ metric, aggregation }) => `Aggregation method '${aggregation}' for metric ${metric} does not exist`,
  ),
  GranularityNotKept: fault<{ metric: string; granularity: number }>(
    'notFound',
    ({ metric, granularity }) => `Granularity '${granularity}' for metric ${metric} does not exist`,
  ),
  /** The description of the reply is an object of these three. */
  Invalid: fault<{ cause: string; reason: string; detail: string | readonly string[] }>(
    'badRequest',
    ({ cause, reason }) => `${cause}: ${reason}`,
  ),
  Wrong: fault<{ reason: string }>('badRequest', ({ reason }) => reason),
  NotFoundWithDetail: fault<{ cause: string; reason: string; detail: readonly string[] }>(
    'notFound',
    ({ cause, reason }) => `${cause}: ${reason}`,
  ),
  NotAggregatedInTime: fault('unavailable', 'Unable to refresh metric: the operation timed out'),
  UnsupportedMedia: fault<{ given: string }>(
    'unsupportedMedia',
    ({ given }) => `The media type ${given} is not supported`,
  ),
  OnlyJson: fault('notAcceptable', '406 Not Acceptable: there is JSON, and nothing else'),
  NotImplemented: fault<{ reason: string }>('notImplemented', ({ reason }) => reason),
  Forbidden: fault<{ rule: string }>('forbidden', 'Access was denied to this resource.'),
})
