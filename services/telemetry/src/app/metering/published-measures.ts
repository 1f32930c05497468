import type { Pipeline } from '../../domain/metering/pipeline.ts'
import type { PublishedMeasure } from './publication.ts'

interface Measured {
  readonly meter: string
  readonly unit: string
  readonly volume: number
}

/** Samples that some source takes. */
export const takenBy = <Sample extends Measured>(
  { publishersOf }: Pipeline,
  samples: readonly Sample[],
): readonly Sample[] => samples.filter(({ meter }) => publishersOf(meter) !== undefined)

/** What the metrics service is told of samples: where several sinks lead to it, an instant still has one value. */
export const publishedMeasures = (
  { publishersOf }: Pipeline,
  samples: readonly Measured[],
): readonly PublishedMeasure[] =>
  samples.flatMap(({ meter, unit, volume }) => {
    const publisher = publishersOf(meter)?.find(({ kind }) => kind === 'gnocchi')
    if (publisher?.kind !== 'gnocchi') return []
    const { archivePolicy } = publisher
    return [
      {
        ...{ meter, unit, value: volume },
        ...(archivePolicy === undefined ? {} : { archive_policy: archivePolicy }),
      },
    ]
  })
