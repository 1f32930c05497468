/** Lists outside of these lengths stay unchanged. */
const lengthened = { from: 5, to: 1024 }

/**
 * Pads a list for `in (…)` to a power of two by repeating its last value, so that lists of similar length produce the same
 * statement.
 */
export const ofFewLengths = <Value>(list: readonly Value[]): readonly Value[] => {
  const { length } = list
  if (length < lengthened.from || length > lengthened.to) return list
  const wanted = 2 ** Math.ceil(Math.log2(length))
  return length === wanted
    ? list
    : [...list, ...Array<Value>(wanted - length).fill(list[length - 1] as Value)]
}
