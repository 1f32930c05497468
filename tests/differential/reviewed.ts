import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serviceOf } from './roots.ts'

/** Differences of one answer that have been reviewed. */
interface Reviewed {
  readonly story: string
  readonly line: string
  readonly differences: readonly string[]
  /** A key of `reasons`. */
  readonly because: string
}

/** A difference in many answers of a service, given by its end, since the path before it varies. */
interface ReviewedEverywhere {
  readonly service: string
  readonly ends: string
  readonly because: string
}

interface File {
  readonly reasons: Readonly<Record<string, string>>
  readonly everywhere?: readonly ReviewedEverywhere[]
  readonly differences: readonly Reviewed[]
}

export interface Review {
  /** The reviewed differences without a reason. */
  readonly unreasoned: readonly string[]
  /** The reviewed differences of a story, in order. */
  readonly of: (story: string) => readonly Pick<Reviewed, 'line' | 'differences'>[]
  /** Whether this is a reviewed difference of the whole service; remembers that it has occurred. */
  readonly isEverywhere: (story: string, difference: string) => boolean
  /** The reviewed differences of these whole services that have not occurred. */
  readonly unmet: (services: readonly string[]) => readonly string[]
}

/** Reads the reviewed differences in a folder. */
export const readReview = (folder: string): Review => {
  const files: readonly File[] = readdirSync(folder)
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const everywhere = files.flatMap((file) => file.everywhere ?? [])
  const met = new Set<ReviewedEverywhere>()
  return {
    unreasoned: files.flatMap(({ reasons, differences, everywhere: many = [] }) =>
      [...differences.map(({ line, because }) => [line, because] as const), ...many.map(pairOf)]
        .filter(([, because]) => reasons[because] === undefined)
        .map(([line, because]) => `${line}: ${because}`),
    ),
    of: (story) =>
      files
        .flatMap(({ differences }) => differences)
        .filter((one) => one.story === story)
        .map(({ line, differences }) => ({ line, differences })),
    isEverywhere: (story, difference) => {
      const one = everywhere.find(
        ({ service, ends }) => service === serviceOf(story) && difference.endsWith(ends),
      )
      if (one) met.add(one)
      return one !== undefined
    },
    unmet: (services) =>
      everywhere.filter((one) => services.includes(one.service) && !met.has(one)).map(({ ends }) => ends),
  }
}

const pairOf = ({ ends, because }: ReviewedEverywhere) => [ends, because] as const
