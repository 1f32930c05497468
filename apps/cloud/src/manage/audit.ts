import { type RestClient, type RestRequest, restClient } from '@nimbo/clients/rest-client'
import { asService, serviceTokens } from '@nimbo/clients/service-tokens'
import type { AuditReport } from '@nimbo/contracts/compute/audit'
import { networkTransport } from '@nimbo/http/network-transport'
import { systemClock } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import { endpointBook, withoutVersion } from '../serve/identity-catalog.ts'
import { UserError } from '../user-error.ts'
import { type AdminAccount, adminAccount } from './admin-account.ts'
import type { ManageCommand } from './command.ts'
import { printTable } from './print-table.ts'

/** As long as the conductor may take. */
const timeoutMs = 1_800_000

/** Asks the compute API something, as whoever has the account. */
const asking = async <Answer>(
  account: AdminAccount,
  ask: (compute: RestClient) => Promise<Answer>,
): Promise<Answer> => {
  const clock = systemClock
  const identityUrl = withoutVersion(account.authUrl)
  const identity = networkTransport({ endpointOf: () => identityUrl, clock })
  const book = endpointBook({
    ...{ identity, credentials: account, region: account.region, interface: 'public', clock },
  })
  const transport = networkTransport({
    endpointOf: (type) => (type === 'identity' ? identityUrl : book.endpointOf(type)),
    clock,
  })
  const tokens = serviceTokens(transport, account, clock)
  try {
    return await ask(restClient({ transport, serviceType: 'compute', authenticate: asService(tokens) }))
  } finally {
    identity.close()
    transport.close()
  }
}

const outcomeOf = ({ repaired, failure }: AuditReport['findings'][number]): string => {
  if (repaired === undefined) return ''
  return repaired ? 'repaired' : `not repaired${failure === undefined ? '' : `: ${failure}`}`
}

const print = (report: AuditReport): void => {
  const { findings, not_audited: missed, looked_at: counts } = report
  const looked = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
  process.stdout.write(`Looked at ${looked.join(', ')}.\n`)
  if (findings.length > 0)
    printTable(
      ['Kind', 'Resource', 'What is wrong', 'What repair does', 'Outcome'],
      findings.map((finding) => [
        finding.kind,
        `${finding.resource_type} ${finding.resource_id}`,
        finding.problem,
        finding.repair ?? 'nothing: it is for you to decide',
        outcomeOf(finding),
      ]),
    )
  if (missed.length > 0)
    printTable(
      ['Not audited', 'Name', 'Reason'],
      missed.map(({ type, name, reason }) => [type, name, reason]),
    )
  process.stdout.write(findings.length === 0 ? 'Nothing is left over.\n' : `${findings.length} findings.\n`)
}

/** 0: in order; 1: something is left that was not repaired, or a part gave no answer. */
const exitCodeOf = ({ findings, not_audited: missed }: AuditReport): number =>
  missed.length === 0 && findings.every(({ repaired }) => repaired === true) ? 0 : 1

const graceOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const seconds = Number(text)
  if (text === '' || !(seconds >= 0)) throw new UserError(`--grace must be a number of seconds: ${text}`)
  return seconds
}

export const audit: ManageCommand = {
  name: 'audit',
  summary:
    'Finds what is left over or disagrees in the whole cloud. Exits with 0 when nothing does, 1 otherwise.',
  options: {
    repair: { type: 'boolean', help: 'put right what can be' },
    json: { type: 'boolean', help: 'print the report as JSON' },
    grace: { type: 'string', value: 'SECONDS', help: 'report only what is wrong for so long (3)' },
  },
  run: async (given, places) => {
    const account = await adminAccount(places, process.env)
    const grace = graceOf(given.text('grace'))
    const path = '/v2.1/nimbo-audit'
    const wish = grace === undefined ? {} : { grace }
    const order: RestRequest = given.flag('repair')
      ? { method: 'POST', path, json: { repair: true, ...wish }, timeoutMs }
      : { method: 'GET', path, query: wish, timeoutMs }
    const { body } = await asking(account, (compute) =>
      compute.send<{ audit: AuditReport }>(internalContext(), order),
    )
    if (given.flag('json')) process.stdout.write(`${JSON.stringify(body.audit, null, 2)}\n`)
    else print(body.audit)
    return exitCodeOf(body.audit)
  },
}
