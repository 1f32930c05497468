import type { AuditReport } from '@nimbo/contracts/compute/audit'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { pause } from '@nimbo/kernel/deadline'
import { messageOf } from '@nimbo/kernel/errors'
import type { HeatApp } from '../app.ts'
import { findAll } from './find-all.ts'
import { type Finding, findingKey } from './finding.ts'
import { repairs } from './repairs.ts'
import { type Picture, takePicture } from './take-picture.ts'

interface AuditOrder {
  readonly repair: boolean
  /** Inconsistencies that last shorter than this are not reported, since work in progress causes them too. */
  readonly graceMs: number
}

type Reported = AuditReport['findings'][number]

const reported = ({ kind, resource, problem }: Finding): Reported => ({
  ...{ kind, resource_type: resource.type, resource_id: resource.id, server_id: null, host: null },
  ...{ problem, repair: repairs[kind]?.does ?? null },
})

const repaired = async (app: HeatApp, ctx: Context, finding: Finding): Promise<Reported> => {
  const remedy = repairs[finding.kind]
  if (remedy === undefined) return { ...reported(finding), repaired: false }
  const about = { ...reported(finding), requestId: ctx.requestId }
  try {
    await remedy.run(app, ctx, finding.resource.id)
    app.log.warn(about, 'the audit repaired a finding')
    return { ...reported(finding), repaired: true }
  } catch (error) {
    app.log.error({ ...about, error }, 'the audit could not repair a finding')
    return { ...reported(finding), repaired: false, failure: messageOf(error) }
  }
}

/** Findings that exist both before and after the grace period. If there are none before it, the data is not read again. */
const findLasting = async (
  app: HeatApp,
  ctx: Context,
  graceMs: number,
): Promise<{ readonly picture: Picture; readonly findings: readonly Finding[] }> => {
  const first = await takePicture(app, ctx)
  const suspected = new Set(findAll(first).map(findingKey))
  if (suspected.size === 0) return { picture: first, findings: [] }
  await pause(app.clock, graceMs)
  const picture = await takePicture(app, ctx)
  return { picture, findings: findAll(picture).filter((one) => suspected.has(findingKey(one))) }
}

/** Finds stacks without a flow and leftovers of deleted stacks, and repairs them if requested. */
export const auditStacks =
  (app: HeatApp) =>
  async (ctx: Context, { repair, graceMs }: AuditOrder): Promise<AuditReport> => {
    const started_at = timestamp(app.clock)
    const { picture, findings } = await findLasting(app, ctx, graceMs)
    const outcomes: Reported[] = []
    for (const finding of findings)
      outcomes.push(repair ? await repaired(app, ctx, finding) : reported(finding))
    return {
      ...{ started_at, finished_at: timestamp(app.clock), findings: outcomes, not_audited: picture.gaps },
      looked_at: {
        stacks: picture.stacks.length,
        'stack resources': picture.resources.length,
        trusts: picture.trusts?.size ?? 0,
      },
    }
  }
