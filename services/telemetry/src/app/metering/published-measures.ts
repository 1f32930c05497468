import type { Pipeline } from '../../domain/metering/pipeline.ts'
import type { MeteringApp } from './metering-app.ts'
import type { PublishedMeasure } from './publication.ts'

interface Measured {
  readonly meter: string
  readonly unit: string
  readonly volume: number
}

/** Samples of meters that a source of the pipeline selects. */
export const takenBy = <Sample extends Measured>(
  { publishersOf }: Pipeline,
  samples: readonly Sample[],
): readonly Sample[] => samples.filter(({ meter }) => publishersOf(meter) !== undefined)

type Told = Pick<MeteringApp, 'pipeline' | 'resources'>

const measureOf = ({ pipeline, resources }: Told, sample: Measured): readonly PublishedMeasure[] => {
  const { meter, unit, volume } = sample
  const publisher = pipeline.publishersOf(meter)?.find(({ kind }) => kind === 'gnocchi')
  if (publisher?.kind !== 'gnocchi') return []
  const policy = publisher.archivePolicy ?? resources?.policyOf(meter)
  return [{ meter, unit, value: volume, ...(policy === undefined ? {} : { archive_policy: policy }) }]
}

/**
 * The measures to publish to the metrics service for some samples, by resource type. A sample is published once, even when
 * several sinks publish to it.
 */
export const publishedMeasures = (
  app: Told,
  samples: readonly Measured[],
  usualTypeOf: (meter: string) => string,
): readonly (readonly [type: string, measures: readonly PublishedMeasure[]])[] => {
  const { resources } = app
  const byType = Map.groupBy(samples, ({ meter }) =>
    resources ? resources.typeOf(meter) : usualTypeOf(meter),
  )
  return [...byType].flatMap(([type, of]) => {
    const measures = type === undefined ? [] : of.flatMap((sample) => measureOf(app, sample))
    return type === undefined || measures.length === 0 ? [] : [[type, measures] as const]
  })
}
