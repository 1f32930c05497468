import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseMicroversion } from '@nimbo/operation/microversion'
import { faultsOf, type Sample, type Sampled } from './sample.ts'
import { stable } from './stable.ts'

/** A line that `keepSample` of `@nimbo/http` writes. */
interface Line {
  readonly id: string
  readonly method: string
  readonly template: string
  readonly path: string
  readonly version?: string
  readonly body?: unknown
  readonly status: number
  readonly reply?: unknown
}

/** The number of requests of an operation to consider; more would hardly give a better sample. */
const enough = 200

const linesIn = async (directory: string): Promise<readonly Line[]> => {
  const files = (await readdir(directory)).filter((name) => name.endsWith('.jsonl')).sort()
  const texts = await Promise.all(files.map((name) => readFile(join(directory, name), 'utf8')))
  return texts.flatMap((text) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line): Line => JSON.parse(line)),
  )
}

const sampleOf = ({ id, method, path, version, body, status, reply }: Line): Sample => {
  const given = {
    path,
    ...(version === undefined ? {} : { version }),
    ...(body === undefined ? {} : { body }),
  }
  const stableLine: unknown = stable({ given, reply })
  // `stable` returns `unknown`, but keeps the structure of its argument.
  const { given: request, reply: answered }: { given: typeof given; reply?: unknown } = JSON.parse(
    JSON.stringify(stableLine),
  )
  return {
    operation: id,
    request: { method, ...request, ...(version === undefined ? {} : { version }) },
    reply: { status, ...(answered === undefined ? {} : { body: answered }) },
  }
}

const isFull = (value: unknown): boolean =>
  typeof value !== 'object' || value === null
    ? true
    : Object.values(value).every((one) => !Array.isArray(one) || one.length > 0)

/** Sorts the best sample first: of the newest microversion, without empty lists, and among those the shortest. */
const byWorth = (one: Sample, other: Sample): number => {
  const version = (sample: Sample) => parseMicroversion(sample.request.version ?? '') ?? 0
  const [text, otherText] = [JSON.stringify(one), JSON.stringify(other)]
  return (
    version(other) - version(one) ||
    Number(isFull(other.reply.body)) - Number(isFull(one.reply.body)) ||
    text.length - otherText.length ||
    (text < otherText ? -1 : 1)
  )
}

/** The best recorded sample of each operation, by its file. */
export const recordedSamples = async (
  directory: string,
  operations: readonly Sampled[],
): Promise<ReadonlyMap<string, Sample>> => {
  const keyOf = (id: string, method: string, path: string) => `${id} ${method} ${path}`
  const recorded = Map.groupBy(await linesIn(directory), ({ id, method, template }) =>
    keyOf(id, method, template),
  )
  return new Map(
    operations.flatMap(({ operation, file }) => {
      const lines = recorded.get(keyOf(operation.id, operation.method, operation.path)) ?? []
      const fitting = lines
        .slice(0, enough)
        .map(sampleOf)
        .filter((sample) => faultsOf(operation, sample).length === 0)
      const [best] = fitting.sort(byWorth)
      return best ? [[file, best] as const] : []
    }),
  )
}
