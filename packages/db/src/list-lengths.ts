/** Lists of values that are shorter or longer stay as they are. */
const lengthened = { from: 5, to: 1024 }

/**
 * Lengthens a list to look values up in (`in (…)`) to a power of two, by repeating its last value: how many servers a page
 * has is chance, and lists that are about as long then make the same statement.
 */
export const ofFewLengths = <Value>(list: readonly Value[]): readonly Value[] => {
  const { length } = list
  if (length < lengthened.from || length > lengthened.to) return list
  const wanted = 2 ** Math.ceil(Math.log2(length))
  return length === wanted
    ? list
    : [...list, ...Array<Value>(wanted - length).fill(list[length - 1] as Value)]
}
