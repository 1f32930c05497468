import { bootFlow } from '@nimbo/contracts/compute/boot-flow'
import { moments } from '@nimbo/testkit/crash-plan'
import { deleteAtLine } from './delete-at-line.ts'
import type { FaultCase } from './fault-case.ts'
import { hostFailsAtLine } from './host-fails-at-line.ts'
import { killAtLine, killAtOutput } from './kill-at-line.ts'

const lines = bootFlow.map(({ line }) => line)
/** From here on there is a server that its user can delete. */
const firstDeletable = 11
const firstOnHost = 22
const lastBeforeReport = 29
const volumeLines = [25, 26]

/** Servers of every other case have a volume, those of lines about volumes always. */
const withVolume = (line: number, index: number): boolean =>
  volumeLines.includes(line) || (line + index) % 2 === 0

/** Lines that make things in other services, one request after another. */
const makingLines = [16, 18, 23, 25, 29, 30]
const outputs = [2, 4, 8, 12, 16, 24, 32, 48]

const bothEnds = ['before', 'after'] as const

/** Every line, each way of failing at it. */
export const matrix: readonly FaultCase[] = [
  ...lines.flatMap((line) =>
    moments.map((moment, index) => killAtLine(line, moment, withVolume(line, index))),
  ),
  ...makingLines.flatMap((line) => outputs.map((output) => killAtOutput(line, output, true))),
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
