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
/** From this line on the user can delete the server. */
const firstDeletable = 11
const firstOnHost = 22
const lastBeforeReport = 29
const volumeLines = [25, 26]

/** Every other case has a server with a volume, and so has each case of a line about volumes. */
const withVolume = (line: number, index: number): boolean =>
  volumeLines.includes(line) || (line + index) % 2 === 0

/** Lines that send several requests to other services. */
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

/** All operations on running servers. */
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

/** In the distributed shape the conductor and the host of an operation are killed separately. */
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

/** The numbers of messages and statements of a request after which its process dies. */
const outputsOfRequest = [2, 4, 8, 16]

const networkWorks = [...routerWorks, ...bindingWorks, ...trunkWorks]

const networkKills = networkWorks.flatMap((work) => [
  ...work.places.flatMap((_, index) => moments.map((moment) => killWhileNetworking(work, index + 1, moment))),
  ...outputsOfRequest.map((output) => killWhileNetworking(work, 1, 'in', output)),
])

/** Every line of the boot flow with each way of failing at it. */
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
/** The cases about volumes, since each back end performs these operations in its own way. */
export const cephMatrix = keepingKills
/** Without `laterKills`: those differ from others only in what a single process has written, which the embedded shape tests. */
export const distributedMatrix = [
  ...[...kills, auditCase, ...deletions, auditCase, ...refusals, auditCase],
  ...[...outages, auditCase, ...deletionKills, ...apartKills, auditCase],
  ...[...keepingKills, ...importKills, auditCase],
  ...[...networkKills, networkAuditCase],
]
