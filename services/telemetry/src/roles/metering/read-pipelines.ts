import { ConfigError } from '@nimbo/config/config-error'
import { messageOf } from '@nimbo/kernel/errors'
import type { ServiceHost } from '@nimbo/service/service-host'
import { parse } from 'yaml'
import {
  type ResourceDefinitions,
  resourceDefinitionsOf,
} from '../../domain/metering/resource-definitions.ts'
import { type EventDefinitions, eventDefinitionsOf } from '../../domain/metering/event-definitions.ts'
import { type Pipeline, type PollingSource, pipelineOf, pollingOf } from '../../domain/metering/pipeline.ts'

/** The pipeline unless the operator configures one. */
const usualPipeline = {
  sources: [{ name: 'meter_source', meters: ['*'], sinks: ['meter_sink'] }],
  sinks: [{ name: 'meter_sink', publishers: ['gnocchi://'] }],
}

const readFile = <Read>(
  host: ServiceHost,
  file: 'pipeline.yaml' | 'polling.yaml' | 'event_definitions.yaml' | 'gnocchi_resources.yaml',
  usual: unknown,
  read: (given: unknown) => Read,
): Read => {
  const text = host.override('ceilometer', file)
  try {
    return read(text === undefined ? usual : parse(text))
  } catch (error) {
    throw new ConfigError([`${file} of ceilometer: ${messageOf(error)}`])
  }
}

/** The operator's `pipeline.yaml`, or the built-in one. Throws `ConfigError` for an invalid file. */
export const readPipeline = (host: ServiceHost): Pipeline =>
  readFile(host, 'pipeline.yaml', usualPipeline, pipelineOf)

/**
 * The operator's `polling.yaml`, or one source of all meters at the default interval (seconds). Throws `ConfigError` for an
 * invalid file.
 */
export const readPolling = (host: ServiceHost, interval: number): readonly PollingSource[] =>
  readFile(host, 'polling.yaml', { sources: [{ name: 'all', interval, meters: ['*'] }] }, pollingOf)

/**
 * The operator's `event_definitions.yaml`; undefined: every scalar of the payload is a trait. Throws `ConfigError` for an invalid
 * file.
 */
export const readEventDefinitions = (host: ServiceHost): EventDefinitions | undefined =>
  readFile(host, 'event_definitions.yaml', undefined, (given) =>
    given === undefined ? undefined : eventDefinitionsOf(given),
  )

/** The operator's `gnocchi_resources.yaml`; undefined for the built-in mapping. Throws `ConfigError` for an invalid file. */
export const readResourceDefinitions = (host: ServiceHost): ResourceDefinitions | undefined =>
  readFile(host, 'gnocchi_resources.yaml', undefined, (given) =>
    given === undefined ? undefined : resourceDefinitionsOf(given),
  )
