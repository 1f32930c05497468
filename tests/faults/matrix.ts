import { bootFlow } from '@nimbo/contracts/compute/boot-flow'
import { moments } from '@nimbo/testkit/crash-plan'
import { auditCase } from './audit-case.ts'
import { deleteAtLine } from './delete-at-line.ts'
import { deleteWhileCutOff, deleteWhileStandingStill } from './delete-while-silent.ts'
import { deviceOperations } from './device-operations.ts'
import type { FaultCase } from './fault-case.ts'
import { hostFailsAtLine } from './host-fails-at-line.ts'
import { importWorks } from './import-works.ts'
import { keepingCloud } from './keeping-cloud.ts'
import { killAtLine, killAtOutput } from './kill-at-line.ts'
import { everyStackWork, killStack } from './kill-stacks.ts'
import { everyDeletion, killWhileDeleting } from './kill-while-deleting.ts'
import { killWhileEnding } from './kill-while-ending.ts'
import { killWhileImporting } from './kill-while-importing.ts'
import { killWhileKeeping } from './kill-while-keeping.ts'
import { killWhileMoving } from './kill-while-moving.ts'
import { killWhileNetworking } from './kill-while-networking.ts'
import type { Move } from './move.ts'
import { moves } from './moves.ts'
import { networkAuditCase } from './network-audit-case.ts'
import { bindingWorks, routerWorks, trunkWorks } from './network-works.ts'
import { keepingOperations, operations } from './operations.ts'
import {
  brokerAwayAtLine,
  databaseAwayAtLine,
  hostCutOffAtLine,
  hostCutOffBrieflyAtLine,
  hostStandsStillAtLine,
  twoConductorsAtLine,
} from './outage-at-line.ts'
import { volumeEndings } from './volume-endings.ts'
import { volumeWorks } from './volume-works.ts'

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

const kills = lines.flatMap((line) =>
  moments.map((moment, index) => killAtLine(line, moment, withVolume(line, index))),
)

const laterKills = makingLines.flatMap((line) => outputs.map((output) => killAtOutput(line, output, true)))

const deletions = lines
  .filter((line) => line >= firstDeletable)
  .flatMap((line) =>
    [false, true].map((thenKill, index) =>
      deleteAtLine(line, 'before', withVolume(line, index), { thenKill }),
    ),
  )

const refusals = lines
  .filter((line) => line >= firstOnHost && line <= lastBeforeReport)
  .flatMap((line) => bothEnds.map((moment, index) => hostFailsAtLine(line, moment, withVolume(line, index))))

/** All that is done to servers that run. */
export const serverWorks: readonly Move[] = [
  ...moves,
  ...operations,
  ...keepingOperations,
  ...deviceOperations,
]

const killsAt = (works: readonly Move[]): readonly FaultCase[] =>
  works.flatMap((move) =>
    move.places.flatMap((_, index) =>
      moments.map((moment) => killWhileMoving(move, index + 1, moment, index % 2 === 0)),
    ),
  )

const isUsual = ({ novaConf }: Move): boolean => novaConf === undefined

const movingKills: readonly FaultCase[] = [
  ...[...killsAt(serverWorks.filter(isUsual)), auditCase],
  ...killsAt(serverWorks.filter((work) => !isUsual(work))),
  { ...auditCase, novaConf: keepingCloud },
]

/** Where each role is a process, the host and the conductor that do a work die apart. */
const apartKills = serverWorks
  .filter((work) => isUsual(work) && !work.onOneMachine)
  .flatMap((move) => move.places.map((_, index) => killWhileMoving(move, index + 1, 'in', index % 2 === 0)))

const deletionKills = everyDeletion.flatMap((deletion) =>
  deletion.places.flatMap((_, index) =>
    moments.map((moment) => killWhileDeleting(deletion, index + 1, moment, index % 2 === 0)),
  ),
)

const keepingKills: readonly FaultCase[] = [
  ...volumeWorks.flatMap((work) =>
    work.places.flatMap((_, index) => moments.map((moment) => killWhileKeeping(work, index + 1, moment))),
  ),
  ...volumeEndings.flatMap((ending) =>
    ending.places.flatMap((_, index) => moments.map((moment) => killWhileEnding(ending, index + 1, moment))),
  ),
]

const importKills = importWorks.flatMap((work) =>
  work.places.flatMap((_, index) => moments.map((moment) => killWhileImporting(work, index + 1, moment))),
)

const stackKills = everyStackWork.flatMap((work) =>
  work.places.flatMap((_, index) => moments.map((moment) => killStack(work, index + 1, moment))),
)

/** Messages and statements of a request after each of which its process dies. */
const outputsOfRequest = [2, 4, 8, 16]

const networkWorks = [...routerWorks, ...bindingWorks, ...trunkWorks]

const networkKills = networkWorks.flatMap((work) => [
  ...work.places.flatMap((_, index) => moments.map((moment) => killWhileNetworking(work, index + 1, moment))),
  ...outputsOfRequest.map((output) => killWhileNetworking(work, 1, 'in', output)),
])

/** Every line of a server's creation, each way of failing at it. */
const everyLine: readonly FaultCase[] = [
  ...[...kills, auditCase, ...laterKills, auditCase],
  ...[...deletions, auditCase, ...refusals, auditCase],
]

const outages: readonly FaultCase[] = [
  ...[6, 12, 13, 16, 21, 22, 25, 30].map((line) => brokerAwayAtLine(line, withVolume(line, 0))),
  ...[9, 10, 13, 16, 18, 22, 25, 30].map((line) => databaseAwayAtLine(line, withVolume(line, 0))),
  ...[13, 18, 19, 20, 21].map((line) => twoConductorsAtLine(line, withVolume(line, 0))),
  ...[22, 25, 27, 29, 30].map((line) => hostCutOffAtLine(line, withVolume(line, 0))),
  ...[22, 25, 30].map((line) => hostCutOffBrieflyAtLine(line, withVolume(line, 0))),
  ...[22, 25, 29].map((line) => deleteWhileCutOff(line, withVolume(line, 0))),
  ...[29].map((line) => hostStandsStillAtLine(line, withVolume(line, 0))),
  ...[25].map((line) => deleteWhileStandingStill(line, withVolume(line, 0))),
]

export const embeddedMatrix = [
  ...[...everyLine, ...deletionKills, ...movingKills, ...keepingKills, ...importKills, auditCase],
  ...[...stackKills, auditCase],
  ...[...networkKills, networkAuditCase],
]
/** Of work on volumes, each of which a back end does in its own way. */
export const cephMatrix = keepingKills
/** Later kills differ from others by what is written in one process, which the embedded shape has tried. */
export const distributedMatrix = [
  ...[...kills, auditCase, ...deletions, auditCase, ...refusals, auditCase],
  ...[...outages, auditCase, ...deletionKills, ...apartKills, auditCase],
  ...[...keepingKills, ...importKills, auditCase],
  ...[...networkKills, networkAuditCase],
]
