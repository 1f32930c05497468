/** Splits a page into metric families, each with two lines of metadata and its samples. */
const familiesOf = (page: string): ReadonlyMap<string, readonly string[]> => {
  const families = new Map<string, string[]>()
  let current: string[] = []
  for (const line of page.split('\n').filter((text) => text !== '')) {
    if (line.startsWith('# HELP ')) {
      current = []
      families.set(line.split(' ')[2] ?? '', current)
    }
    current.push(line)
  }
  return families
}

const isSample = (line: string): boolean => !line.startsWith('#')

/**
 * Merges the pages of several processes, with each family once and a label per process: sums of counters would decrease when a
 * process ends, and averages hide a blocked one.
 */
export const unitePages = (pages: readonly string[]): string => {
  const united = new Map<string, string[]>()
  for (const page of pages)
    for (const [name, lines] of familiesOf(page)) {
      const known = united.get(name)
      if (known) known.push(...lines.filter(isSample))
      else united.set(name, [...lines])
    }
  return [...united.values()].map((lines) => `${lines.join('\n')}\n`).join('\n')
}
