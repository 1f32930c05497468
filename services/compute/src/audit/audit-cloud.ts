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
  /** Milliseconds that a problem must last to be reported: work in progress looks like a short problem. */
  readonly graceMs: number
  /** The kinds to look for; all by default. */
  readonly kinds?: ReadonlySet<FindingKind>
}

type Reported = AuditReport['findings'][number]

/** Findings that two looks have in common. If the first finds nothing, there is no second one. */
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

/** What at least one of the looks could not read, so that problems in it cannot be confirmed. */
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

/** Repairs one finding after the other; a failed repair does not stop the others. */
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
 * Searches the whole cloud for leftovers and contradictions, and repairs them if requested. Work in progress is not
 * reported: servers with a running flow are skipped, and a problem must be seen in two looks.
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
