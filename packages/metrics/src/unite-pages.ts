/** A page is a family after the other, each of two lines about it and its samples. */
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
 * One page of the pages of several processes, each family said once. The processes are told apart by a label of their own:
 * sums of their counters would fall when one of them ends, and an average hides the one whose event loop stands still.
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
