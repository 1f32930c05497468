import type { AuditReport } from '@nimbo/contracts/compute/audit'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { pause } from '@nimbo/kernel/deadline'
import { messageOf } from '@nimbo/kernel/errors'
import type { AuditDeps } from './audit-deps.ts'
import { type Census, censusOf } from './census.ts'
import { findAll } from './checks/all-checks.ts'
import { type Finding, type FindingKind, findingKey } from './finding.ts'
import { takePicture } from './look/take-picture.ts'
import type { Gap, Picture } from './picture.ts'
import { repairs } from './repairs/repairs.ts'
import { requireIdle } from './require-idle.ts'

export interface AuditOrder {
  readonly repair: boolean
  /** What is wrong for a shorter time is not reported: work that is under way leaves such traces. */
  readonly graceMs: number
  /** What is looked for; all there is to find unless given. */
  readonly kinds?: ReadonlySet<FindingKind>
}

type Reported = AuditReport['findings'][number]

/** What was wrong at a first look and still is at a second one. A cloud that is clean at once is not looked at twice. */
const findLasting = async (
  deps: AuditDeps,
  ctx: Context,
  { graceMs, kinds }: AuditOrder,
): Promise<{
  readonly census: Census
  readonly gaps: readonly Gap[]
  readonly findings: readonly Finding[]
}> => {
  const find = (census: Census) => findAll(census).filter(({ kind }) => kinds?.has(kind) ?? true)
  const first = censusOf(await takePicture(deps, ctx))
  const suspected = new Set(find(first).map(findingKey))
  if (suspected.size === 0) return { census: first, gaps: first.gaps, findings: [] }
  await pause(deps.clock, graceMs)
  const second = censusOf(await takePicture(deps, ctx))
  const findings = find(second).filter((finding) => suspected.has(findingKey(finding)))
  return { census: second, gaps: unitedGaps(first.gaps, second.gaps), findings }
}

/** What either look missed: a finding there could not have been seen at both. */
const unitedGaps = (...looks: readonly (readonly Gap[])[]): readonly Gap[] => [
  ...new Map(looks.flat().map((gap) => [`${gap.type} ${gap.name}`, gap])).values(),
]

const reported = (finding: Finding): Reported => ({
  kind: finding.kind,
  resource_type: finding.resource.type,
  resource_id: finding.resource.id,
  server_id: finding.serverId ?? null,
  host: finding.host ?? null,
  problem: finding.problem,
  repair: repairs[finding.kind]?.does ?? null,
})

/** Repairs one after the other; one that fails does not keep the others from being made. */
const repairAll = async (
  deps: AuditDeps,
  ctx: Context,
  findings: readonly Finding[],
): Promise<readonly Reported[]> => {
  const outcomes: Reported[] = []
  for (const finding of findings) {
    const remedy = repairs[finding.kind]
    if (remedy === undefined) {
      outcomes.push({ ...reported(finding), repaired: false })
      continue
    }
    const about = { ...reported(finding), requestId: ctx.requestId }
    try {
      await requireIdle(deps, finding)
      await remedy.run(deps, ctx, finding)
      deps.log.warn(about, 'the audit repaired a finding')
      outcomes.push({ ...reported(finding), repaired: true })
    } catch (error) {
      deps.log.error({ ...about, error }, 'the audit could not repair a finding')
      outcomes.push({ ...reported(finding), repaired: false, failure: messageOf(error) })
    }
  }
  return outcomes
}

const countsOf = (picture: Picture): Readonly<Record<string, number>> => ({
  cells: picture.cells.length,
  hosts: picture.hosts.length,
  servers: picture.servers.length,
  flows: picture.flows.length,
  allocations: picture.allocations.length,
  ports: picture.ports.length,
  attachments: picture.attachments.length,
  volumes: picture.volumes.length,
})

/**
 * Looks over the whole cloud for what is left over and what disagrees, and puts it right where asked. What is under way is
 * not reported: a server that a flow is at work on is left alone, and what is wrong must be so at two looks.
 */
export const auditCloud =
  (deps: AuditDeps) =>
  async (ctx: Context, order: AuditOrder): Promise<AuditReport> => {
    const startedAt = timestamp(deps.clock)
    const { census, gaps, findings } = await findLasting(deps, ctx, order)
    const outcomes = order.repair ? await repairAll(deps, ctx, findings) : findings.map(reported)
    return {
      started_at: startedAt,
      finished_at: timestamp(deps.clock),
      findings: outcomes,
      not_audited: gaps,
      looked_at: countsOf(census),
    }
  }
