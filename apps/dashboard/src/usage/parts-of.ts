/** A part of a period, in seconds since the epoch. */
interface Part {
  readonly from: number
  readonly until: number
  /** Where its bar stands. */
  readonly middle: number
}

/** The period until `now`, divided into equal parts. */
export const partsOf = (now: number, periodSeconds: number, count: number): readonly Part[] => {
  const step = periodSeconds / count
  return Array.from({ length: count }, (_, index) => {
    const from = now - periodSeconds + index * step
    return { from, until: from + step, middle: from + step / 2 }
  })
}
