import { computeApi } from '@nimbo/contracts/compute/api'
import type { AuditReport } from '@nimbo/contracts/compute/audit'
import { lookForLeftovers, repairLeftovers } from '@nimbo/contracts/compute/nimbo-audit'
import { networkApi } from '@nimbo/contracts/network/api'
import { lookForNetworkLeftovers, repairNetworkLeftovers } from '@nimbo/contracts/network/nimbo-audit'
import { orchestrationApi } from '@nimbo/contracts/orchestration/api'
import { lookForStackLeftovers, repairStackLeftovers } from '@nimbo/contracts/orchestration/nimbo-audit'
import { internalContext } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { UserError } from '@nimbo/kernel/user-error'
import type { ManagedService, ServiceCommand } from '@nimbo/service/manage/service-command'
import { tableOf } from '@nimbo/service/manage/table'

/** Timeout of the conductor's audit, in milliseconds. */
const timeoutMs = 1_800_000

const outcomeOf = ({ repaired, failure }: AuditReport['findings'][number]): string => {
  if (repaired === undefined) return ''
  return repaired ? 'repaired' : `not repaired${failure === undefined ? '' : `: ${failure}`}`
}

const textOf = (report: AuditReport): string => {
  const { findings, not_audited: missed, looked_at: counts } = report
  const looked = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
  const found = tableOf(
    ['Kind', 'Resource', 'What is wrong', 'What repair does', 'Outcome'],
    findings.map((finding) => [
      finding.kind,
      `${finding.resource_type} ${finding.resource_id}`,
      finding.problem,
      finding.repair ?? 'nothing: it is for you to decide',
      outcomeOf(finding),
    ]),
  )
  const notAudited = tableOf(
    ['Not audited', 'Name', 'Reason'],
    missed.map(({ type, name, reason }) => [type, name, reason]),
  )
  return [
    `Looked at ${looked.join(', ')}.\n`,
    findings.length > 0 ? found : '',
    missed.length > 0 ? notAudited : '',
    conclusionOf(report),
  ].join('')
}

const conclusionOf = ({ findings, not_audited: missed }: AuditReport): string => {
  const where = missed.length === 0 ? '' : ' in what gave an answer'
  const found =
    findings.length === 0 ? `Nothing is left over${where}.` : `${findings.length} findings${where}.`
  const rest = `${missed.length} parts of the cloud gave none: the audit is not complete.`
  return missed.length === 0 ? `${found}\n` : `${found}\n${rest}\n`
}

/** Nothing found or all repaired; problems left; no problems found but some parts could not be read. */
const exitCodes = { inOrder: 0, left: 1, incomplete: 3 }

const exitCodeOf = ({ findings, not_audited: missed }: AuditReport): number => {
  if (findings.some(({ repaired }) => repaired !== true)) return exitCodes.left
  return missed.length > 0 ? exitCodes.incomplete : exitCodes.inOrder
}

const graceOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const seconds = Number(text)
  if (text === '' || !(seconds >= 0)) throw new UserError(`--grace must be a number of seconds: ${text}`)
  return seconds
}

interface Wish {
  readonly grace?: number
}

/** The report of a service's audit; none if the cloud does not have the service. */
const unlessAbsent = async (
  asked: Promise<{ readonly audit: AuditReport }>,
): Promise<readonly AuditReport[]> => {
  try {
    return [(await asked).audit]
  } catch (error) {
    if (isFault(error, 'EndpointUnknown')) return []
    throw error
  }
}

const auditOfStacks = (managed: ManagedService, isRepair: boolean, wish: Wish) =>
  unlessAbsent(
    managed.asOperator(orchestrationApi, (heat) =>
      isRepair
        ? heat.call(internalContext(), repairStackLeftovers, { body: { repair: true, ...wish }, timeoutMs })
        : heat.call(internalContext(), lookForStackLeftovers, {
            query: wish.grace === undefined ? {} : { grace: String(wish.grace) },
            timeoutMs,
          }),
    ),
  )

const auditOfNetworks = (managed: ManagedService, isRepair: boolean, wish: Wish) =>
  unlessAbsent(
    managed.asOperator(networkApi, (neutron) =>
      isRepair
        ? neutron.call(internalContext(), repairNetworkLeftovers, {
            body: { repair: true, ...wish },
            timeoutMs,
          })
        : neutron.call(internalContext(), lookForNetworkLeftovers, {
            query: wish.grace === undefined ? {} : { grace: [String(wish.grace)] },
            timeoutMs,
          }),
    ),
  )

const united = (one: AuditReport, other: AuditReport): AuditReport => ({
  started_at: one.started_at,
  finished_at: other.finished_at,
  findings: [...one.findings, ...other.findings],
  not_audited: [...one.not_audited, ...other.not_audited],
  looked_at: { ...one.looked_at, ...other.looked_at },
})

export const audit: ServiceCommand = {
  name: 'audit',
  summary: 'Finds leftovers and inconsistencies in the whole cloud.',
  exitCodes: {
    0: 'nothing was found, or everything found was repaired',
    1: 'something was found and not repaired',
    3: 'nothing was found, but a part of the cloud did not answer',
  },
  options: {
    repair: { type: 'boolean', help: 'repair what can be repaired' },
    json: { type: 'boolean', help: 'print the report as JSON' },
    grace: { type: 'string', value: 'SECONDS', help: 'report only what has been wrong for this long (3)' },
  },
  run: async (given, managed, say) => {
    const grace = graceOf(given.text('grace'))
    const wish = grace === undefined ? {} : { grace }
    const isRepair = given.flag('repair')
    const { audit: ofServers } = await managed.asOperator(computeApi, (compute) =>
      isRepair
        ? compute.call(internalContext(), repairLeftovers, { body: { repair: true, ...wish }, timeoutMs })
        : compute.call(internalContext(), lookForLeftovers, { query: wish, timeoutMs }),
    )
    const others = [
      ...(await auditOfNetworks(managed, isRepair, wish)),
      ...(await auditOfStacks(managed, isRepair, wish)),
    ]
    const report = others.reduce(united, ofServers)
    say(given.flag('json') ? `${JSON.stringify(report, null, 2)}\n` : textOf(report))
    return exitCodeOf(report)
  },
}
