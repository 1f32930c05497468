import { reducerOf } from '../aggregation-methods.ts'
import { periodOf } from '../instants.ts'
import type { Frame } from './frame.ts'
import type { Binary } from './functions.ts'
import type { Operation, Reference } from './operation-tree.ts'

/** Thrown when the two operands do not have the same series. */
export class Unequal extends Error {
  override readonly name = 'Unequal'
}

const reduced = (method: string, values: readonly number[]): number => {
  const there = values.filter((value) => !Number.isNaN(value))
  return there.length === 0 ? Number.NaN : (reducerOf(method)?.(there) ?? Number.NaN)
}

const mapColumns = (frame: Frame, change: (values: readonly number[]) => readonly number[]): Frame => ({
  ...frame,
  columns: frame.columns.map(({ key, values }) => ({ key, values: change(values) })),
})

/** Differences between successive rows, at the time of the later one. */
const changes = (frame: Frame, perSecond: boolean): Frame => {
  const { times } = frame
  const seconds = (index: number) => ((times[index + 1] ?? 0) - (times[index] ?? 0)) / 1_000_000
  const between = mapColumns(frame, (values) =>
    values.slice(1).map((value, index) => {
      const change = value - (values[index] ?? Number.NaN)
      return perSecond ? change / seconds(index) : change
    }),
  )
  return { ...between, times: times.slice(1) }
}

const acrossColumns = (method: string, frame: Frame): Frame => {
  const base = method.startsWith('rate:') ? changes(frame, false) : frame
  const values = base.times.map((_, row) =>
    reduced(
      method,
      base.columns.map((column) => column.values[row] ?? Number.NaN),
    ),
  )
  return { ...base, columns: [{ key: undefined, values }] }
}

const rolling = (method: string, window: number, frame: Frame): Frame => ({
  ...mapColumns(frame, (values) =>
    values.slice(window - 1).map((_, index) => reduced(method, values.slice(index, index + window))),
  ),
  times: frame.times.slice(window - 1),
})

const resampled = (method: string, granularity: number, frame: Frame): Frame => {
  const rows = Map.groupBy(frame.times.keys(), (row) => periodOf(frame.times[row] ?? 0, granularity))
  const periods = [...rows.entries()]
  return {
    ...mapColumns(frame, (values) =>
      periods.map(([, members]) =>
        reduced(
          method,
          members.map((row) => values[row] ?? Number.NaN),
        ),
      ),
    ),
    granularity,
    times: periods.map(([start]) => start),
  }
}

const combined = (apply: Binary, left: Frame, right: Frame): Frame => {
  if (left.granularity !== right.granularity) throw new Unequal('the granularities are different')
  const rows = new Map(right.times.map((instant, row) => [instant, row]))
  const common = left.times.flatMap((instant, row) => {
    const other = rows.get(instant)
    return other === undefined ? [] : [{ instant, row, other }]
  })
  const count = Math.max(left.columns.length, right.columns.length)
  const fits = ({ columns }: Frame) => columns.length === count || columns.length === 1
  if (!fits(left) || !fits(right)) throw new Unequal('the two sides have different metrics')
  const columns = Array.from({ length: count }, (_, index) => {
    const one = left.columns[index] ?? left.columns[0]
    const two = right.columns[index] ?? right.columns[0]
    const isSame = one?.key?.id === two?.key?.id && one?.key?.aggregation === two?.key?.aggregation
    const key = isSame ? one?.key : count > 1 ? (one?.key ?? two?.key) : undefined
    const values = common.map(({ row, other }) =>
      apply(one?.values[row] ?? Number.NaN, two?.values[other] ?? Number.NaN),
    )
    return { key, values }
  })
  return { granularity: left.granularity, times: common.map(({ instant }) => instant), columns }
}

const binary = (apply: Binary, left: Frame | number, right: Frame | number): Frame | number => {
  if (typeof left === 'number')
    return typeof right === 'number'
      ? apply(left, right)
      : mapColumns(right, (values) => values.map((value) => apply(left, value)))
  if (typeof right === 'number')
    return mapColumns(left, (values) => values.map((value) => apply(value, right)))
  return combined(apply, left, right)
}

/** Computes an operation on the series that `frameOf` returns for metrics. Throws {@link Unequal}. */
export const compute = (
  operation: Operation,
  frameFor: (references: readonly Reference[]) => Frame,
): Frame | number => {
  const frame = (inner: Operation): Frame => {
    const found = compute(inner, frameFor)
    if (typeof found === 'number') throw new Unequal('a number has no series')
    return found
  }
  switch (operation.kind) {
    case 'number':
      return operation.number
    case 'metric':
      return frameFor(operation.references)
    case 'aggregate':
      return acrossColumns(operation.method, frame(operation.of))
    case 'rolling':
      return rolling(operation.method, operation.window, frame(operation.of))
    case 'resample':
      return resampled(operation.method, Math.round(operation.seconds * 1_000_000), frame(operation.of))
    case 'binary':
      return binary(operation.apply, compute(operation.left, frameFor), compute(operation.right, frameFor))
    case 'clip': {
      const { low, high } = operation
      return mapColumns(frame(operation.of), (values) =>
        values.map((value) => Math.min(Math.max(value, low), high)),
      )
    }
    case 'unary':
      return mapColumns(frame(operation.of), (values) => values.map((value) => operation.apply(value)))
    case 'rate':
      return changes(frame(operation.of), operation.perSecond)
  }
}
