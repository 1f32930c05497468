import { chosenMeters } from './chosen-meters.ts'
import { isPayload, type Payload } from './payload.ts'

/** Where samples are published: to the metrics service, with the publisher's archive policy or that of each meter, or nowhere. */
export type Publisher =
  | { readonly kind: 'gnocchi'; readonly archivePolicy: string | undefined }
  | { readonly kind: 'test' }

/** Which samples are stored, and where they are published. */
export interface Pipeline {
  /** The publishers for a meter; undefined when no source selects it. */
  publishersOf(meter: string): readonly Publisher[] | undefined
}

/** An invalid configuration file of pipelines, polling, events or resources. */
export class PipelineMistake extends Error {
  override readonly name = 'PipelineMistake'
}

const listAt = (given: Payload, name: string): readonly unknown[] => {
  const list = given[name]
  if (Array.isArray(list)) return list
  throw new PipelineMistake(`${name} is a list`)
}

const textsAt = (given: Payload, name: string): readonly string[] =>
  listAt(given, name).map((one) => {
    if (typeof one === 'string') return one
    throw new PipelineMistake(`${name} is a list of text`)
  })

const objectsAt = (given: Payload, name: string): readonly Payload[] =>
  listAt(given, name).map((one) => {
    if (isPayload(one)) return one
    throw new PipelineMistake(`${name} is a list of names and values`)
  })

const nameOf = ({ name }: Payload, what: string): string => {
  if (typeof name === 'string' && name !== '') return name
  throw new PipelineMistake(`each of ${what} has a name`)
}

const publisherOf = (address: string): Publisher => {
  if (!URL.canParse(address)) throw new PipelineMistake(`${address} is no address of a publisher`)
  const { protocol, searchParams } = new URL(address)
  if (protocol === 'test:') return { kind: 'test' }
  if (protocol === 'gnocchi:')
    return { kind: 'gnocchi', archivePolicy: searchParams.get('archive_policy') ?? undefined }
  throw new PipelineMistake(`there is no publisher ${address}; there are gnocchi:// and test://`)
}

/** Reads `pipeline.yaml`: sources of meters, with their sinks. Throws {@link PipelineMistake}. */
export const pipelineOf = (given: unknown): Pipeline => {
  if (!isPayload(given)) throw new PipelineMistake('pipelines have sources and sinks')
  const sinks = new Map(
    objectsAt(given, 'sinks').map((sink) => [
      nameOf(sink, 'sinks'),
      textsAt(sink, 'publishers').map(publisherOf),
    ]),
  )
  const sources = objectsAt(given, 'sources').map((source) => ({
    takes: chosenMeters(textsAt(source, 'meters')),
    publishers: textsAt(source, 'sinks').flatMap((name) => {
      const publishers = sinks.get(name)
      if (publishers) return publishers
      throw new PipelineMistake(
        `the source ${nameOf(source, 'sources')} names a sink ${name} that is not there`,
      )
    }),
  }))
  return {
    publishersOf: (meter) => {
      const taking = sources.filter(({ takes }) => takes(meter))
      return taking.length === 0 ? undefined : taking.flatMap(({ publishers }) => publishers)
    },
  }
}

/** Meters that are polled at the same interval. */
export interface PollingSource {
  readonly name: string
  readonly everyMs: number
  takes(meter: string): boolean
}

/** Reads `polling.yaml`. Throws {@link PipelineMistake}. */
export const pollingOf = (given: unknown): readonly PollingSource[] => {
  if (!isPayload(given)) throw new PipelineMistake('polling has sources')
  return objectsAt(given, 'sources').map((source) => {
    const { interval } = source
    if (typeof interval !== 'number' || !(interval >= 1))
      throw new PipelineMistake('the interval of a source is a number of seconds')
    return {
      ...{ name: nameOf(source, 'sources'), everyMs: Math.round(interval * 1000) },
      takes: chosenMeters(textsAt(source, 'meters')),
    }
  })
}
