import { bootFlow } from '@nimbo/contracts/compute/boot-flow'
import { moments } from '@nimbo/testkit/crash-plan'
import { deleteAtLine } from './delete-at-line.ts'
import type { FaultCase } from './fault-case.ts'
import { hostFailsAtLine } from './host-fails-at-line.ts'
import { killAtLine } from './kill-at-line.ts'

const lines = bootFlow.map(({ line }) => line)
/** From here on there is a server that its user can delete. */
const firstDeletable = 11
const firstOnHost = 22
const lastBeforeReport = 29
const volumeLines = [25, 26]

/** Servers of every other case have a volume, those of lines about volumes always. */
const withVolume = (line: number, index: number): boolean =>
  volumeLines.includes(line) || (line + index) % 2 === 0

const bothEnds = ['before', 'after'] as const

/** Every line, each way of failing at it. */
export const matrix: readonly FaultCase[] = [
  ...lines.flatMap((line) =>
    moments.map((moment, index) => killAtLine(line, moment, withVolume(line, index))),
  ),
  ...lines
    .filter((line) => line >= firstDeletable)
    .flatMap((line) =>
      [false, true].map((thenKill, index) =>
        deleteAtLine(line, 'before', withVolume(line, index), { thenKill }),
      ),
    ),
  ...lines
    .filter((line) => line >= firstOnHost && line <= lastBeforeReport)
    .flatMap((line) =>
      bothEnds.map((moment, index) => hostFailsAtLine(line, moment, withVolume(line, index))),
    ),
]
