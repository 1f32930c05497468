import type { AuditReport } from '@nimbo/contracts/compute/audit'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { pause } from '@nimbo/kernel/deadline'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import type { Deps } from '../app/deps.ts'
import { checkBooks } from './check-books.ts'
import { checkHosts } from './check-hosts.ts'
import { type Finding, findingKey } from './finding.ts'
import { type Books, lookAtBooks } from './look-at-books.ts'
import { type Gap, type LookedAtHost, lookAtHosts } from './look-at-hosts.ts'
import { repairs } from './repairs.ts'

interface AuditOrder {
  readonly repair: boolean
  /** Inconsistencies that last shorter than this are not reported, since work in progress causes them too. */
  readonly graceMs: number
}

/** The state of hosts and database. Nothing is locked while it is read, so it may be inconsistent. */
interface Picture {
  readonly hosts: readonly LookedAtHost[]
  readonly gaps: readonly Gap[]
  readonly books: Books
}

type Reported = AuditReport['findings'][number]

const reported = ({ kind, resource, host, problem }: Finding): Reported => ({
  ...{ kind, resource_type: resource.type, resource_id: resource.id, server_id: null, host },
  ...{ problem, repair: repairs[kind].does },
})

const repaired = async (deps: Deps, log: Log, ctx: Context, finding: Finding): Promise<Reported> => {
  const about = { ...reported(finding), requestId: ctx.requestId }
  try {
    await repairs[finding.kind].run(deps, ctx, finding)
    log.warn(about, 'the audit repaired a finding')
    return { ...reported(finding), repaired: true }
  } catch (error) {
    log.error({ ...about, error }, 'the audit could not repair a finding')
    return { ...reported(finding), repaired: false, failure: messageOf(error) }
  }
}

/** Reads the hosts before the database, so that everything created meanwhile is known. */
const takePicture = async (deps: Deps, ctx: Context): Promise<Picture> => {
  const { hosts, gaps } = await lookAtHosts(deps, ctx)
  return { hosts, gaps, books: await lookAtBooks(deps.db) }
}

const findAll = ({ hosts, books }: Picture): readonly Finding[] => [
  ...checkHosts(hosts, books),
  ...checkBooks(books),
]

/** Findings that exist both before and after the grace period; without any at first, there is no second look. */
const findLasting = async (
  deps: Deps,
  ctx: Context,
  graceMs: number,
): Promise<{ readonly picture: Picture; readonly findings: readonly Finding[] }> => {
  const first = await takePicture(deps, ctx)
  const suspected = new Set(findAll(first).map(findingKey))
  if (suspected.size === 0) return { picture: first, findings: [] }
  await pause(deps.clock, graceMs)
  const picture = await takePicture(deps, ctx)
  return { picture, findings: findAll(picture).filter((one) => suspected.has(findingKey(one))) }
}

/** Compares networks, ports and routers with each other and with what is on hosts, and repairs differences if requested. */
export const auditNetworks =
  (deps: Deps) =>
  async (ctx: Context, { repair, graceMs }: AuditOrder): Promise<AuditReport> => {
    const started_at = timestamp(deps.clock)
    const { picture, findings } = await findLasting(deps, ctx, graceMs)
    const outcomes: Reported[] = []
    for (const finding of findings)
      outcomes.push(repair ? await repaired(deps, deps.log, ctx, finding) : reported(finding))
    const { books, hosts } = picture
    return {
      ...{ started_at, finished_at: timestamp(deps.clock), findings: outcomes, not_audited: picture.gaps },
      looked_at: {
        networks: books.networks.size,
        'network ports': books.ports.length,
        routers: books.routers.size,
        'network hosts': hosts.length,
      },
    }
  }
