import type { Command } from './command.ts'

/** Finds the command whose name `words` begin with, and the remaining words; the longest name wins. */
export const findCommand = (
  commands: readonly Command[],
  words: readonly string[],
): { readonly command: Command; readonly rest: readonly string[] } | undefined => {
  for (let count = words.length; count > 0; count -= 1) {
    const name = words.slice(0, count).join(' ')
    const command = commands.find((each) => each.words === name)
    if (command !== undefined) return { command, rest: words.slice(count) }
  }
  return undefined
}

const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1]
    for (const [other, each] of [...b].entries()) {
      const change = (row[other] ?? 0) + (letter === each ? 0 : 1)
      next.push(Math.min((next[other] ?? 0) + 1, (row[other + 1] ?? 0) + 1, change))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** Commands spelled similarly to `words`, or else those with the same beginning. */
export const similarCommands = (
  commands: readonly Command[],
  words: readonly string[],
): readonly Command[] => {
  const plain = words.filter((word) => !word.startsWith('-'))
  const asked = plain.join(' ')
  const distances = commands.map((command) => distance(asked, command.words))
  const least = Math.min(...distances)
  if (least <= 2) return commands.filter((_, at) => distances[at] === least)
  for (let count = plain.length; count > 0; count -= 1) {
    const start = plain.slice(0, count).join(' ')
    const begun = commands.filter((command) => command.words.startsWith(start))
    if (begun.length > 0) return begun
  }
  return []
}
