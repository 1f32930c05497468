import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A block of commands in the guide. */
export interface GuideBlock {
  /** The heading above it. */
  readonly section: string
  /** The machine to run it on, as the guide calls it: `the controller`, `each compute host`. */
  readonly machine: string
  readonly script: string
}

const guide = fileURLToPath(new URL('../../../docs/guides/distributed.md', import.meta.url))

/** All blocks of the guide in order; throws when the first line of one does not name its machine. */
export const guideBlocks = (): readonly GuideBlock[] => {
  const blocks: GuideBlock[] = []
  let section = ''
  let lines: string[] | undefined
  for (const line of readFileSync(guide, 'utf8').split('\n')) {
    if (line.startsWith('```')) {
      if (lines) blocks.push(blockOf(section, lines))
      lines = lines ? undefined : []
    } else if (lines) lines.push(line)
    else if (line.startsWith('## ')) section = line.slice(3)
  }
  return blocks
}

const blockOf = (section: string, lines: readonly string[]): GuideBlock => {
  const machine = /^# On (?<machine>.+)$/.exec(lines[0] ?? '')?.groups?.machine
  if (machine === undefined) throw new SyntaxError(`a block of "${section}" does not name its machine`)
  return { section, machine, script: lines.join('\n') }
}
